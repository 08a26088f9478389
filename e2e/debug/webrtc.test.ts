import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { openSignedIn } from "../harness/steps.ts";
import {
  ACCOUNT,
  RELAY_ADDRESS,
  SEEN_ADDRESS,
  startTurnServer,
  type TurnServer,
} from "./turn-server.ts";

const FAKE_DEVICES = "--use-fake-device-for-media-stream";
const FAKE_CONSENT = "--use-fake-ui-for-media-stream";
const CALL_MS = 30_000;

const stage = openFor(new SharedStage());
let turn: TurnServer;
beforeAll(async () => {
  turn = await startTurnServer();
});
afterAll(() => turn.stop());

/** Objects that hold a device or a connection, to see later whether they were released. */
interface Held {
  tracks: MediaStreamTrack[];
  connections: RTCPeerConnection[];
  contexts: AudioContext[];
}

async function openWebrtc(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const person = await newPerson(browser);
  await person.page.addInitScript(() => {
    const held: Held = { tracks: [], connections: [], contexts: [] };
    Object.assign(window, { held });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish);
      held.tracks.push(...stream.getTracks());
      return stream;
    };
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        held.connections.push(this);
      }
    };
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        held.contexts.push(this);
      }
    };
  });
  await openSignedIn(person.page, stage.platform, "wangfang");
  await person.page.goto(`${stage.platform.page}#/webrtc`);
  await person.page.getByRole("heading", { level: 1, name: "实时视频调试" }).waitFor();
  return person;
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const stillHeld = (page: Page) =>
  page.evaluate(() => {
    const { held } = window as unknown as { held: Held };
    return {
      opened: [held.tracks.length, held.connections.length, held.contexts.length],
      live: [
        held.tracks.filter(({ readyState }) => readyState === "live").length,
        held.connections.filter(({ signalingState }) => signalingState !== "closed").length,
        held.contexts.filter(({ state }) => state !== "closed").length,
      ],
    };
  });

describe("with devices", () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    browser = await openBrowser([FAKE_DEVICES, FAKE_CONSENT], "whole");
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    ({ context, page, faults } = await openWebrtc(browser));
  });
  afterEach(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`The page threw: ${faults.join(", ")}`);
  });

  test("preview, level, a call to oneself, its numbers, the report; and nothing is held on leaving", async () => {
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.getByText("麦克风有声音").waitFor();
    const meter = page.getByRole("meter", { name: "麦克风音量" });
    await page.waitForFunction(
      (element) => Number(element?.getAttribute("aria-valuenow")) > 0,
      await meter.elementHandle(),
    );
    const preview = section(page, "摄像头与麦克风");
    await preview.getByText(/\d+×\d+，\d+ 帧\/秒/).waitFor();

    await page.getByRole("button", { name: "开始通话" }).click();
    const call = section(page, "回环通话");
    await call
      .getByText(/\d+×\d+，[1-9]\d* 帧\/秒，[1-9]\d* kbit\/s/)
      .waitFor({ timeout: CALL_MS });
    await call
      .getByText(/^本机 .+ udp$/)
      .first()
      .waitFor();
    const moving = call.locator("video");
    await page.waitForFunction(
      (video) =>
        (video as HTMLVideoElement).videoWidth > 0 && (video as HTMLVideoElement).currentTime > 0,
      await moving.elementHandle(),
    );
    await takePicture(page, "webrtc-call");

    await page.getByRole("button", { name: "生成报告" }).click();
    const report = await page.getByLabel("报告内容").inputValue();
    for (const words of ["【回环通话】", "画面丢包", "VP8", "摄像头许可：已允许"]) {
      expect(report).toContain(words);
    }

    await page.goto(`${stage.platform.page}#/pc`);
    await page.getByRole("heading", { level: 1, name: "客户端调试" }).waitFor();
    const { opened, live } = await stillHeld(page);
    expect(opened).toEqual([2, 2, 1]);
    expect(live).toEqual([0, 0, 0]);
  });

  test("closing the preview ends the call with it", async () => {
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.getByRole("button", { name: "开始通话" }).click();
    await page.getByRole("button", { name: "挂断" }).and(page.locator(":enabled")).waitFor();
    await page.getByRole("button", { name: "关闭" }).click();
    await section(page, "回环通话").getByText("请先打开预览").waitFor();
    expect((await stillHeld(page)).live).toEqual([0, 0, 0]);
  });

  test("leaving while a device is being opened holds nothing either", async () => {
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wish) => {
        await new Promise((gone) => window.addEventListener("hashchange", gone, { once: true }));
        return open(wish);
      };
    });
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.goto(`${stage.platform.page}#/font`);
    await page.waitForFunction(() => (window as unknown as { held: Held }).held.tracks.length > 0);
    await page.waitForFunction(() =>
      (window as unknown as { held: Held }).held.tracks.every(
        ({ readyState }) => readyState === "ended",
      ),
    );
  });

  test("the sizes that the camera gives, one by one", async () => {
    await page.getByRole("button", { name: "逐个尝试" }).click();
    const sizes = section(page, "分辨率");
    await sizes.getByRole("row", { name: /3840×2160/ }).waitFor({ timeout: CALL_MS });
    await expect.poll(() => sizes.getByRole("row", { name: /640×480 可以/ }).count()).toBe(1);
    expect((await stillHeld(page)).live).toEqual([0, 0, 0]);
  });

  test("a data channel is measured, and closed", async () => {
    // Real addresses are only told once a device was allowed.
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.getByText("麦克风有声音").waitFor();
    await page.getByRole("button", { name: "开始测量" }).click();
    const result = section(page, "数据通道").getByText(/^[1-9]\d* Mbit\/s$/);
    await result.waitFor({ timeout: CALL_MS });
    expect((await stillHeld(page)).live[1]).toBe(0);
  });

  test("STUN and TURN are asked and judged, also with a wrong password", async () => {
    const asked = section(page, "STUN 与 TURN");
    for (const [kind, password, words] of [
      ["stun", "", `STUN 可用，公网看到的地址是 ${SEEN_ADDRESS}`],
      ["turn", ACCOUNT.password, `中继可用，服务器给出了 ${RELAY_ADDRESS}`],
      ["turn", "wrong", "服务器不接受这组用户名和密码（401）"],
    ] as const) {
      const suffix = kind === "turn" ? "?transport=udp" : "";
      await asked.getByLabel("服务器地址").fill(`${kind}:${turn.place}${suffix}`);
      if (kind === "turn") {
        await asked.getByLabel("用户名").fill(ACCOUNT.username);
        await asked.getByLabel("密码", { exact: true }).fill(password);
      }
      await asked.getByRole("button", { name: "检查服务器" }).click();
      await asked.getByText(words).first().waitFor({ timeout: CALL_MS });
      await page.getByRole("button", { name: /生成/ }).click();
      const report = await page.getByLabel("报告内容").inputValue();
      expect(report).toContain(`${kind}:${turn.place}`);
      if (password !== "") expect(report).not.toContain(password);
    }
  });

  test("a server that does not answer, and an address that is none", async () => {
    const asked = section(page, "STUN 与 TURN");
    await asked.getByLabel("服务器地址").fill("turn:127.0.0.1");
    await asked.getByRole("button", { name: "检查服务器" }).click();
    await asked.getByText("TURN 服务器需要用户名").waitFor();
    await asked.getByText("TURN 服务器需要密码").waitFor();
    await asked.getByLabel("服务器地址").fill("stun:127.0.0.1:9");
    await asked.getByRole("button", { name: "检查服务器" }).click();
    await asked.getByRole("alert").getByText("服务器没有回应").waitFor({ timeout: CALL_MS });
  });
});

describe("without consent, or without devices", () => {
  test("a refusal says what to do", async () => {
    const browser = await openBrowser([FAKE_DEVICES], "whole");
    const { context, page } = await openWebrtc(browser);
    const session = await context.newCDPSession(page);
    for (const name of ["videoCapture", "audioCapture"]) {
      const permission = { name: name === "videoCapture" ? "camera" : "microphone" };
      await session.send("Browser.setPermission", { permission, setting: "denied" });
    }
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.getByRole("alert").getByText("没有得到使用摄像头或麦克风的许可").waitFor();
    await section(page, "设备与许可").getByText("已拒绝").first().waitFor();
    await takePicture(page, "webrtc-refused");
    await browser.close();
  });

  test("no camera at all says so", async () => {
    const browser = await openBrowser([FAKE_CONSENT]);
    const { page } = await openWebrtc(browser);
    await page.getByRole("button", { name: "打开预览" }).click();
    await page.getByRole("alert").getByText("没有找到摄像头或麦克风").waitFor();
    await browser.close();
  });

  test("an old browser without any of it says so, and its buttons rest", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "mediaDevices", { value: undefined });
      Reflect.deleteProperty(window, "RTCPeerConnection");
    });
    await openSignedIn(page, stage.platform, "wangfang");
    await page.goto(`${stage.platform.page}#/webrtc`);
    await page.getByRole("alert").getByText("这个页面不能使用摄像头和麦克风").waitFor();
    await page.getByText("这个浏览器没有实时视频能力").first().waitFor();
    for (const name of ["打开预览", "逐个尝试", "开始通话", "开始测量", "检查服务器"]) {
      await expect.poll(() => page.getByRole("button", { name }).isDisabled()).toBe(true);
    }
    await context.close();
  });
});
