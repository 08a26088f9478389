/** SVG elements in the colour of the group around them, on a 32 × 32 field. */

/** The default width of lines. */
const LINE_WIDTH = 2.6;

export function fill(d: string): string {
  return `<path d="${d}"/>`;
}

export function line(d: string, width = LINE_WIDTH): string {
  return `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;
}

export function box(x: number, y: number, width: number, height: number, radius: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
}

export function dot(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
}

export function ring(x: number, y: number, radius: number, width = LINE_WIDTH): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;
}

/** A filled path with a gap around it; as a `cut` it separates what lies under it from what lies on it. */
export function seam(d: string, width = 3.6): string {
  return `<path d="${d}" stroke="currentColor" stroke-width="${width}"/>`;
}

/** Returns the path of a five-pointed star with soft points. */
export function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : radius * 0.46;
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    return `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}z`;
}

/** Returns the path of a heart that is `width` wide, with its middle at (x, y). */
export function heart(x: number, y: number, width: number): string {
  const at = (dx: number, dy: number) => `${round(x + dx * width)} ${round(y + dy * width)}`;
  return (
    `M${at(0, 0.45)}C${at(-0.32, 0.22)} ${at(-0.5, 0.04)} ${at(-0.5, -0.17)}` +
    `C${at(-0.5, -0.5)} ${at(-0.1, -0.52)} ${at(0, -0.22)}` +
    `C${at(0.1, -0.52)} ${at(0.5, -0.5)} ${at(0.5, -0.17)}` +
    `C${at(0.5, 0.04)} ${at(0.32, 0.22)} ${at(0, 0.45)}z`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
