import { StyleProvider, type Transformer } from "@ant-design/cssinjs";
import ConfigProvider from "antd/es/config-provider/index.js";
import zhCN from "antd/es/locale/zh_CN.js";
import Pagination from "antd/es/pagination/index.js";
import darkAlgorithm from "antd/es/theme/themes/dark/index.js";
import defaultAlgorithm from "antd/es/theme/themes/default/index.js";
import { cloneElement, isValidElement, type ReactNode } from "react";
import { useIsDim } from "../../ui/use-is-dim.ts";
import { PAGE_SIZES } from "./address.ts";
import css from "./pager.module.css";

/** Colours come from the role sheet (`pager.module.css`); no `:where`, which the oldest browsers do not know. */
const THEME = {
  hashed: false,
  token: { motion: false, fontSize: 16, borderRadius: 8, colorBgContainer: "transparent" },
};
const LIGHT = { ...THEME, algorithm: defaultAlgorithm };
const DIM = { ...THEME, algorithm: darkAlgorithm };

/** Removes the library's global rules for links, which would apply to every link of the page and hide its focus ring. */
const OWN_LINKS: Transformer = {
  visit({ a: _links, ...rules }) {
    return rules;
  },
};
const TRANSFORMERS = [OWN_LINKS];

/** The interface library's pagination, in Chinese (ER-07). Loaded behind the results. */
export default function Pager({
  page,
  size,
  total,
  onChange,
}: {
  page: number;
  size: number;
  total: number;
  onChange: (page: number, size: number) => void;
}) {
  const isDim = useIsDim();
  return (
    <nav className={css["pager"]} aria-label="分页">
      <StyleProvider transformers={TRANSFORMERS}>
        <ConfigProvider
          locale={zhCN}
          theme={isDim ? DIM : LIGHT}
          button={{ autoInsertSpace: false }}
        >
          <Pagination
            current={page}
            pageSize={size}
            total={total}
            pageSizeOptions={PAGE_SIZES}
            showSizeChanger={{ showSearch: false }}
            showQuickJumper
            responsive
            onChange={onChange}
            itemRender={inChinese}
          />
        </ConfigProvider>
      </StyleProvider>
    </nav>
  );
}

const NAMES: Readonly<Record<string, string>> = { prev: "上一页", next: "下一页" };

/** antd's arrows are called left and right, in English. */
function inChinese(_page: number, type: string, item: ReactNode): ReactNode {
  const name = NAMES[type];
  return name === undefined || !isValidElement<{ "aria-label"?: string }>(item)
    ? item
    : cloneElement(item, { "aria-label": name });
}
