import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import css from "./avatar.module.css";
import { afterKey, movedBy, NEAREST, sideOf, zoomedTo, type Crop } from "./crop-rules.ts";

const VIEW_SIDE = 280;
/** The side in canvas pixels: twice the CSS pixels, for high-resolution screens. */
const CANVAS_SIDE = VIEW_SIDE * 2;
const WHEEL_STEP = 0.1;

/** Shows the picture under a round window; it can be dragged, pinched, zoomed by the wheel, and moved by keys. */
export function CropView({
  picture,
  crop,
  onCrop,
}: {
  picture: HTMLImageElement;
  crop: Crop;
  onCrop: (crop: Crop) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    if (canvas.current !== null) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  useLayoutEffect(() => canvas.current?.focus(), []);
  useEffect(() => {
    const view = canvas.current;
    const turn = (event: WheelEvent) => {
      // the page stays where it is, which only a listener of one's own may ask for
      event.preventDefault();
      onCrop(zoomedTo(crop, crop.zoom - Math.sign(event.deltaY) * WHEEL_STEP));
    };
    view?.addEventListener("wheel", turn, { passive: false });
    return () => view?.removeEventListener("wheel", turn);
  }, [crop, onCrop]);

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    const held = fingers.current;
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    const side = event.currentTarget.clientWidth;
    if (other === undefined) {
      onCrop(movedBy(crop, (before.x - now.x) / side, (before.y - now.y) / side));
      return;
    }
    const apart = (point: { x: number; y: number }) =>
      Math.hypot(point.x - other.x, point.y - other.y);
    if (apart(before) > 0) onCrop(zoomedTo(crop, (crop.zoom * apart(now)) / apart(before)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = afterKey(crop, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onCrop(next);
  }

  const letGo = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  return (
    <>
      <canvas
        ref={canvas}
        className={css["view"]}
        width={CANVAS_SIDE}
        height={CANVAS_SIDE}
        tabIndex={0}
        role="img"
        aria-label="头像预览。用方向键移动，加号和减号缩放"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
      <label className={css["zoom"]}>
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={NEAREST}
          step={0.05}
          value={crop.zoom}
          onInput={(event) => onCrop(zoomedTo(crop, Number(event.currentTarget.value)))}
        />
      </label>
    </>
  );
}

/** Draws the square of the crop over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: HTMLImageElement, crop: Crop): void {
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  const side = sideOf(crop);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  const [left, top] = [crop.x - side / 2, crop.y - side / 2];
  pen.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
