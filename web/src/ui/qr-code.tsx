import { encode } from "uqr";
import css from "./qr-code.module.css";

/** Light modules around the code that a camera needs to find it. */
const QUIET_ZONE = 4;

/** A QR code, as large as its place, always dark on white. `label` says what it leads to. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { size, data } = encode(content, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg className={css["code"]} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={drawRows(data)} />
    </svg>
  );
}

/** One rectangle for each run of dark modules. */
function drawRows(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x] === true) x += 1;
      path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  }
  return path;
}
