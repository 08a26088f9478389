import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "./derive-key.ts";

addEventListener("message", (event: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: event.data, deriveKey }).then((solution) => {
    postMessage(solution);
  });
});
