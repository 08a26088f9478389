// The source of player.swf: 480 × 270, one frame, with the Video `screen` on its stage (ActionScript 1, Flash 6). It plays
// the FLV whose address it is given as `file`, in the place that `screen_x`, `screen_y`, `screen_width` and
// `screen_height` say: films in the codecs that Flash Player began with (Sorenson, VP6), which no browser knows.
screen._x = screen_x;
screen._y = screen_y;
screen._width = screen_width;
screen._height = screen_height;
nc = new NetConnection();
nc.connect(null);
ns = new NetStream(nc);
screen.attachVideo(ns);
ns.play(file);
stop();
