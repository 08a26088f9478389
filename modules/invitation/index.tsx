import { reactModule } from "../kit/react-module.tsx";
import { Invitations } from "./invitations.tsx";

export const { mount, update, unmount } = reactModule(Invitations);
