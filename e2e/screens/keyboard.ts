import { newPerson } from "../harness/browser.ts";
import { openFor, Stage } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";

export const openKeyboard = (): Keyboard => openFor(new Keyboard());

class Keyboard extends Stage {
  /** Opens a page without a session. */
  async visit(hash = "") {
    const person = await newPerson(this.browser);
    await person.page.goto(`${this.platform.page}${hash}`);
    await person.page.getByRole("heading", { level: 1 }).waitFor();
    await person.page.waitForLoadState("networkidle");
    return person;
  }

  /** Opens home of a signed-in person. */
  async atHome(account: string) {
    const person = await newPerson(this.browser);
    const { token } = await openSignedIn(person.page, this.platform, account);
    await homeShown(person.page);
    return { ...person, token };
  }
}
