#!/bin/sh
# How the demo's clips and notes in files/ were made: ffmpeg 5.1, as Debian 12 has it. They show and say no words, since every
# film of the demo is made of one of these: its title and what is said in it are its own captions (demo/lessons/media/).
set -eu
cd "$(dirname "$0")/files"

SECONDS_LONG=12

# Notes that die away; $1: their frequencies, $2: samples a second, $3: seconds of each.
notes() {
  all="" start=0
  for note in $1; do
    all="$all+0.3*sin(2*PI*$note*t)*exp(-4*(t-$start))*gte(t\,$start)*lt(t\,$start+$3)*min(1\,100*(t-$start))"
    start=$(awk "BEGIN { print $start + $3 }")
  done
  echo "aevalsrc=${all#+}:s=$2:d=$start"
}

# A disc of $1 pixels across, $2 of 255 opaque.
disc() {
  echo "color=white:s=$1x$1:r=12:d=$SECONDS_LONG,format=rgba,geq=r=255:g=255:b=255:a='if(lt(hypot(X-$1/2,Y-$1/2),$1/2-1),$2,0)'"
}

# Discs that drift over a dark ground and are back where they began at the end.
make() {
  ffmpeg -v error -y -threads 1 \
    -f lavfi -i "gradients=s=480x270:c0=0x1d3a5f:c1=0x2f5f86:x0=0:y0=0:x1=480:y1=270:nb_colors=2:speed=0.00001:r=12:d=$SECONDS_LONG" \
    -f lavfi -i "$(disc 190 26)" -f lavfi -i "$(disc 90 34)" -f lavfi -i "$(disc 130 20)" \
    -f lavfi -i "$(notes "$SONG" "$SAMPLES" 0.5)" \
    -filter_complex "[0][1]overlay=x=290+40*sin(2*PI*t/12):y=-60+30*cos(2*PI*t/12)[a];\
[a][2]overlay=x=40+60*cos(2*PI*t/12):y=150+20*sin(2*PI*t/6)[b];\
[b][3]overlay=x=330-50*cos(2*PI*t/12):y=170+24*sin(2*PI*t/12)[v]" \
    -map "[v]" -map 4:a "$@"
}

SONG="523 587 659 784 880 784 659 587 523 659 784 1047 880 784 659 587 523 440 523 587 659 587 523 523"
SAMPLES=44100
H264="-c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 32 -g 48 -c:a aac -b:a 24k -ac 1 -map_metadata -1"
make $H264 -movflags +faststart clip.mp4
make $H264 -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_filename 'clip%d.m2ts' clip.m3u8
make $H264 clip.flv
# the codecs that Flash Player itself began with
SAMPLES=22050
make -c:v flv -qscale:v 14 -g 48 -c:a libmp3lame -ar 22050 -b:a 24k -ac 1 -map_metadata -1 old.flv
# two octaves of five notes, of which tunes are put together frame by frame: no frame leans on another's bytes
ffmpeg -v error -y -threads 1 -f lavfi -i "$(notes "262 294 330 392 440 523 587 659 784 880 1047" 22050 1.044898)" \
  -c:a libmp3lame -reservoir 0 -b:a 32k -ac 1 -write_xing 0 -id3v2_version 0 -map_metadata -1 notes.mp3
