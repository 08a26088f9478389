import { reactModule } from "../kit/react-module.tsx";
import { ClassRoster } from "./class-roster.tsx";

export const { mount, update, unmount } = reactModule(ClassRoster);
