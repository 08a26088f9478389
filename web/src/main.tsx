import { startPage } from "./app/core.tsx";

void startPage();
