import "../look/look.css";
