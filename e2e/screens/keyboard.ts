import { newPerson } from "../harness/browser.ts";
import { openFor, Stage } from "../harness/stage.ts";
import { homeShown } from "../harness/steps.ts";
import { signInByWire } from "../harness/wire.ts";
import { keepSession } from "./keep-session.ts";

export const openKeyboard = (): Keyboard => openFor(new Keyboard());

class Keyboard extends Stage {
  /** Nobody, at a page. */
  async visit(hash = "") {
    const person = await newPerson(this.browser);
    await person.page.goto(`${this.platform.page}${hash}`);
    await person.page.getByRole("heading", { level: 1 }).waitFor();
    await person.page.waitForLoadState("networkidle");
    return person;
  }

  /** A person who is signed in and home. */
  async atHome(account: string) {
    const login = await signInByWire(this.platform.origin, account);
    const person = await newPerson(this.browser);
    await person.page.goto(this.platform.page);
    await keepSession(person.page, login);
    await person.page.reload();
    await homeShown(person.page);
    return { ...person, token: login.token };
  }
}
