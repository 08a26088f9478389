import { startPage } from "./app/core.tsx";

startPage();
