/** The leaderboards: the server has written all of it. */

import "../look/corner";
import "./leaders.css";
