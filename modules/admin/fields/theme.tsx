import {
  createCache,
  legacyLogicalPropertiesTransformer,
  StyleProvider,
  type Transformer,
} from "@ant-design/cssinjs";
import ConfigProvider from "antd/es/config-provider/index.js";
import darkAlgorithm from "antd/es/theme/themes/dark/index.js";
import defaultAlgorithm from "antd/es/theme/themes/default/index.js";
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import { useIsDim } from "../../../web/src/ui/use-is-dim.ts";
import { useModule } from "../../kit/react-module.tsx";
import { useNarrow } from "../shell/use-narrow.ts";

/** Removes the library's global rules for links, which would apply to every link of the module and hide its focus ring. */
const OWN_LINKS: Transformer = {
  visit({ a: _links, ...rules }) {
    return rules;
  },
};
/** The transformers of antd's styles; Safari 14.0 does not know `inset`. */
const TRANSFORMERS = [OWN_LINKS, legacyLogicalPropertiesTransformer];
/** The size of letters in px where nobody has chosen one. */
const USUAL_PX = 16;
const BUTTON = { autoInsertSpace: false };
/** The words that the fields take from here; days bring their own. The whole of antd's would be a kilobyte. */
const LOCALE = { locale: "zh-cn", global: { placeholder: "请选择", close: "关闭" } };
/** The styles that stand in each shadow root, which all fields in it share. */
const caches = new WeakMap<ShadowRoot, ReturnType<typeof createCache>>();

function cacheOf(root: ShadowRoot): ReturnType<typeof createCache> {
  const known = caches.get(root) ?? createCache();
  caches.set(root, known);
  return known;
}

/** Gives antd the colours, radii and type of the page, and its place inside the shadow root. */
export function Theme({ children }: { children: ReactNode }) {
  const { root } = useModule();
  const narrow = useNarrow();
  const isDim = useIsDim();
  const colours = useColours(root.host, isDim);
  const scale = useLetterScale();
  const theme = useMemo(
    () => ({
      hashed: false,
      algorithm: isDim ? darkAlgorithm : defaultAlgorithm,
      token: {
        ...colours,
        motion: false,
        fontFamily: "inherit",
        fontSize: (narrow ? 16 : 14) * scale,
        borderRadius: 8,
        controlHeight: narrow ? 44 : 40,
        controlHeightLG: 48,
        fontSizeLG: 16 * scale,
      },
      // days of the month before and after, which can be chosen as well
      components: { DatePicker: { colorTextDisabled: colours["colorTextSecondary"] ?? "" } },
    }),
    [colours, narrow, isDim, scale],
  );
  const popupIn = useMemo(() => () => root.lastElementChild as HTMLElement, [root]);
  return (
    <StyleProvider cache={cacheOf(root)} container={root} transformers={TRANSFORMERS}>
      <ConfigProvider locale={LOCALE} theme={theme} button={BUTTON} getPopupContainer={popupIn}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}

/** Returns how much larger letters are than usual, as the person has chosen: antd knows pixels only. */
function useLetterScale(): number {
  return useSyncExternalStore(onLetterSize, readLetterScale);
}

function onLetterSize(listen: () => void): () => void {
  const watch = new MutationObserver(listen);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => watch.disconnect();
}

function readLetterScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX;
}

/** The colours as values: antd calculates with them, so the page's custom properties cannot be used. */
const COLOURS = {
  colorPrimary: "--role-strong",
  colorInfo: "--role-strong",
  colorLink: "--role-strong",
  colorError: "--danger",
  colorSuccess: "--success",
  colorTextBase: "--ink",
  colorTextSecondary: "--ink-soft",
  colorTextDescription: "--ink-soft",
  colorTextPlaceholder: "--ink-soft",
  colorBorder: "--line-strong",
  colorBorderSecondary: "--line",
  colorBgLayout: "--ground",
  colorBgContainer: "--surface",
  colorBgElevated: "--surface",
  colorTextLightSolid: "--on-strong",
} as const;

/** Reads the colours of the identity, and again when another sheet of colours or the look of the system takes effect. */
function useColours(element: Element, isDim: boolean): Record<string, string> {
  const [colours, setColours] = useState(() => readColours(element));
  useEffect(() => {
    const read = () =>
      setColours((known) => {
        const now = readColours(element);
        return JSON.stringify(now) === JSON.stringify(known) ? known : now;
      });
    read();
    const watch = new MutationObserver(read);
    watch.observe(document.head, {
      childList: true,
      attributes: true,
      subtree: true,
      attributeFilter: ["media"],
    });
    watch.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    return () => watch.disconnect();
  }, [element, isDim]);
  return colours;
}

function readColours(element: Element): Record<string, string> {
  const style = getComputedStyle(element);
  const read = Object.entries(COLOURS).map(([token, name]) => [
    token,
    style.getPropertyValue(name).trim(),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== "")) as Record<string, string>;
}
