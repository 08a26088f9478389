import { ascii, joined, place, SHOW_FRAME, tag, uint16, uint32, writeMovie } from "./swf.ts";

const STAGE = { width: 480, height: 270 };
const VIDEO_ID = 1;

/**
 * The ActionScript player that comes with the product, 480 × 270: plays the FLV whose address it is given as `file`, in the
 * place on the stage that `screen_x`, `screen_y`, `screen_width` and `screen_height` say. It is for films in the codecs
 * that Flash Player began with (Sorenson, VP6), which no browser knows.
 */
export function playerMovie(): Uint8Array {
  const actions = [
    ...["_x", "_y", "_width", "_height"].flatMap((side) => [
      ...variable("screen"),
      ...push(text(side)),
      ...variable(`screen${side}`),
      SET_MEMBER,
    ]),
    ...create("nc", "NetConnection", []),
    ...drop(call(variable("nc"), "connect", [NULL])),
    ...create("ns", "NetStream", [variable("nc")]),
    ...drop(call(variable("screen"), "attachVideo", [variable("ns")])),
    ...drop(call(variable("ns"), "play", [variable("file")])),
  ];
  return writeMovie({
    ...STAGE,
    framesPerSecond: 12,
    background: [0, 0, 0],
    frames: 1,
    tags: [
      tag(60, [
        ...uint16(VIDEO_ID),
        ...uint16(1),
        ...uint16(STAGE.width),
        ...uint16(STAGE.height),
        1,
        0,
      ]),
      place({ depth: 1, id: VIDEO_ID, x: 0, y: 0, name: "screen" }),
      tag(12, [...actions, STOP, 0]),
      SHOW_FRAME,
    ],
  });
}

const STOP = 0x07;
const POP = 0x17;
const GET_VARIABLE = 0x1c;
const SET_VARIABLE = 0x1d;
const NEW_OBJECT = 0x40;
const SET_MEMBER = 0x4f;
const CALL_METHOD = 0x52;
const NULL = push([2]);

type Code = number[];

function push(value: number[]): Code {
  return [0x96, ...uint16(value.length), ...value];
}

function text(value: string): number[] {
  return [0, ...ascii(value), 0];
}

function number(value: number): Code {
  return push([7, ...uint32(value)]);
}

function variable(name: string): Code {
  return [...push(text(name)), GET_VARIABLE];
}

function create(name: string, type: string, given: Code[]): Code {
  return [
    ...push(text(name)),
    ...joined(given),
    ...number(given.length),
    ...push(text(type)),
    NEW_OBJECT,
    SET_VARIABLE,
  ];
}

function call(of: Code, method: string, given: Code[]): Code {
  return [
    ...joined(given.toReversed()),
    ...number(given.length),
    ...of,
    ...push(text(method)),
    CALL_METHOD,
  ];
}

function drop(code: Code): Code {
  return [...code, POP];
}
