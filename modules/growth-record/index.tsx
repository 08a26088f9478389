import { reactModule } from "../kit/react-module.tsx";
import { GrowthRecord } from "./growth-record.tsx";

export const { mount, update, unmount } = reactModule(GrowthRecord);
