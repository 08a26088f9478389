import { reactModule } from "../kit/react-module.tsx";
import { Profile } from "./profile.tsx";

export const { mount, update, unmount } = reactModule(Profile);
