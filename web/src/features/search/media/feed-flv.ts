import Mpegts from "mpegts.js";
import { failureOfFlv, type Feed } from "./rules.ts";

/** Plays FLV with today's codecs; old ones are reported as `codec`. */
export const feedFlv: Feed = (element, address, fail) => {
  Mpegts.LoggingControl.enableAll = false;
  const player = Mpegts.createPlayer({ type: "flv", url: address, cors: true });
  const onError = (type: string, detail: string, info: { code?: number } | undefined) => {
    const why = failureOfFlv(type, detail, Math.max(0, info?.code ?? 0));
    // the library is in the middle of a piece, and may not be ended from there
    setTimeout(() => fail(why));
  };
  player.on(Mpegts.Events.ERROR, onError);
  player.attachMediaElement(element);
  player.load();
  return () => player.destroy();
};
