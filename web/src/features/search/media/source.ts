import type { MediaType } from "#contract";
import { failureOfElement, type Feed, type MediaFailure } from "./rules.ts";

const HLS_MIME = "application/vnd.apple.mpegurl";

/** Gives the element what the address holds, with what that kind needs, loaded only now. Returns the way to stop. */
export function feed(
  element: HTMLMediaElement,
  type: MediaType,
  address: string,
  fail: (why: MediaFailure) => void,
): () => void {
  let stop = () => {};
  let ended = false;
  const failOnce = (why: MediaFailure) => {
    if (ended) return;
    end();
    fail(why);
  };
  const end = () => {
    if (ended) return;
    ended = true;
    stop();
  };
  const start = (one: Feed) => {
    if (!ended) stop = one(element, address, failOnce);
  };
  const broughtBy = (one: Promise<Feed>) => {
    one.then(start, () => failOnce("script"));
  };
  if (type === "hls" && canFeedItself()) {
    broughtBy(import("./feed-hls.ts").then(({ feedHls }) => feedHls));
  } else if (type === "hls" && element.canPlayType(HLS_MIME) === "") {
    queueMicrotask(() => failOnce("codec"));
  } else if (type === "flv" && canFeedItself()) {
    broughtBy(import("./feed-flv.ts").then(({ feedFlv }) => feedFlv));
  } else if (type === "flv") {
    queueMicrotask(() => failOnce("codec"));
  } else {
    start(feedFile);
  }
  return end;
}

/** Returns whether Media Source Extensions with H.264 work here; iPhones do not have them. */
function canFeedItself(): boolean {
  return "MediaSource" in window && MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"');
}

/** Plays what the browser can by itself. */
const feedFile: Feed = (element, address, fail) => {
  const onError = () => {
    const why = failureOfElement(element.error?.code ?? 0, element.error?.message ?? "");
    if (why !== null) return fail(why);
    void import("./file.ts").then(
      async ({ askWhy }) => fail(await askWhy(address)),
      () => fail("network"),
    );
  };
  element.addEventListener("error", onError);
  element.src = address;
  return () => {
    element.removeEventListener("error", onError);
    element.removeAttribute("src");
    // lets go of the connection
    element.load();
  };
};
