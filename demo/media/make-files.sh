#!/bin/sh
# How the demo's video and sound in files/ were made: ffmpeg 5.1 and fonts-noto-cjk, as Debian 12 has them.
set -eu
cd "$(dirname "$0")/files"
FONT=${FONT:-/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc}

# A phrase of eight half-second notes, each dying away; $1: their frequencies, $2: samples a second.
melody() {
  notes="" start=0
  for note in $1; do
    notes="$notes+0.3*sin(2*PI*$note*t)*exp(-4*mod(t\,0.5))*gte(t\,$start)*lt(t\,$start+0.5)"
    start=$(awk "BEGIN { print $start + 0.5 }")
  done
  echo "aevalsrc=${notes#+}:s=$2:d=4"
}

# A title on two colours, and the seconds going by.
picture() {
  echo "gradients=s=480x270:c0=$1:c1=$2:x0=0:y0=0:x1=0:y1=270:nb_colors=2:speed=0.00001:r=12:d=4,\
drawtext=fontfile=$FONT:text='$3':fontcolor=white:fontsize=40:x=(w-text_w)/2:y=90-10*sin(3*t),\
drawtext=fontfile=$FONT:text='%{eif\\:t\\:d} 秒':fontcolor=white:fontsize=20:x=(w-text_w)/2:y=170"
}

make() {
  ffmpeg -v error -y -threads 1 "$@"
}

H264="-c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 33 -g 24 -c:a aac -b:a 32k -ac 1 -map_metadata -1"
UP="523 587 659 784 880 784 659 587"
DOWN="392 440 523 587 659 587 523 440"

make -f lavfi -i "$(picture 0x2b6cb0 0x4299e1 雨是怎样来的)" -f lavfi -i "$(melody "$UP" 44100)" $H264 -movflags +faststart rain.mp4
make -ss 1 -i rain.mp4 -frames:v 1 -q:v 6 -map_metadata -1 rain.jpg
make -f lavfi -i "$(picture 0x285e61 0x38b2ac 河流的一生)" -f lavfi -i "$(melody "$DOWN" 44100)" $H264 \
  -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename 'river%d.m2ts' river.m3u8
make -f lavfi -i "$(picture 0x9b2c2c 0xdd6b20 火山为什么喷发)" -f lavfi -i "$(melody "$UP" 44100)" $H264 volcano.flv
# the codecs that Flash Player itself began with
make -f lavfi -i "$(picture 0x44337a 0x805ad5 老电教片：种子发芽)" -f lavfi -i "$(melody "$DOWN" 22050)" \
  -c:v flv -b:v 90k -g 24 -c:a libmp3lame -ar 22050 -b:a 32k -ac 1 -map_metadata -1 seed.flv
make -f lavfi -i "$(melody "$UP" 44100)" -c:a libmp3lame -b:a 48k -ac 1 -map_metadata -1 poem.mp3
make -f lavfi -i "$(melody "$DOWN" 44100)" -c:a aac -b:a 48k -ac 1 -movflags +faststart -map_metadata -1 song.m4a
