/** Adds the links that let a browser install the page. By script: index.html has no byte to spare, and no first screen waits for it. */
export function linkInstallable(base: string): void {
  addLink("manifest", `${base}app.webmanifest`);
  addLink("apple-touch-icon", `${base}brand/icon-touch-180.png`);
}

function addLink(rel: string, href: string): void {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}
