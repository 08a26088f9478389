/** The platform on the data directory of the environment, with the page of another folder: `node serve-page.ts <dist>`. */
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/platform/config.ts";
import { connectDatabase } from "../src/database/connect.ts";
import { migrate } from "../src/database/migrate.ts";

const config = readConfig();
const [dist = ""] = process.argv.slice(2);
const { db, close } = await connectDatabase(config);
await migrate(db);
const app = await buildApp({ db, config, web: { dist } });
await app.listen({ host: config.host, port: config.port });
process.once("SIGTERM", () => {
  void app
    .close()
    .then(close)
    .then(() => process.exit(0));
});
