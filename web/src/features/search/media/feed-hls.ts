import { Hls } from "hls.js/light";
import { failureOfHls, type Feed } from "./rules.ts";

/** Plays HLS where the browser does not. */
export const feedHls: Feed = (element, address, fail) => {
  // a worker from a blob is not among what the page may run
  const hls = new Hls({ enableWorker: false });
  let recovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, details, response }) => {
    if (!fatal) return;
    const why = failureOfHls(type, details, response?.code ?? 0);
    if (why === "broken" && type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
    } else {
      fail(why);
    }
  });
  hls.loadSource(address);
  hls.attachMedia(element);
  return () => hls.destroy();
};
