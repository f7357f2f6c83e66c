/** The page about a player: the server has written all of it. */

import "../look/corner";
import "./player.css";
