// A module of another maker: everything it may do goes through one port (docs/modules.md, "Modules of other makers").
let port;

addEventListener("message", (event) => {
  if (event.source !== parent || event.data?.schoolgate !== 1) return;
  port = event.ports[0];
  port.onmessage = ({ data }) => {
    if (data.type === "mount") show(data);
    if (data.type === "update") showPlace(data.place);
    if (data.type === "session") greet(data.session);
    if (data.type === "look") wear(data);
    if (data.type === "unmount") port.postMessage({ type: "unmounted" });
  };
  port.postMessage({ type: "ready", version: 1 });
});

function show({ place, session, ...look }) {
  wear(look);
  greet(session);
  showPlace(place);
  new ResizeObserver(() => {
    port.postMessage({ type: "height", pixels: document.body.offsetHeight });
  }).observe(document.body);
}

function wear({ colours, large }) {
  const { style } = document.documentElement;
  for (const [name, colour] of Object.entries(colours)) style.setProperty(name, colour);
  style.fontSize = large ? "140%" : "";
}

function greet(session) {
  document.getElementById("greeting").textContent = `${session["user.name"]}，今天晴`;
}

function showPlace({ path, params }) {
  document.getElementById("place").textContent = `${path.join("/")}?${params.join(",")}`;
  port.postMessage({ type: "title", text: path[0] === "tomorrow" ? "明天的天气" : "天气" });
}

document.getElementById("toast").onclick = () => {
  port.postMessage({ type: "toast", text: "你好", tone: "success" });
};
document.getElementById("home").onclick = () => {
  port.postMessage({ type: "navigate", path: "/home" });
};
