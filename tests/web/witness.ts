// Tests with a server that takes one witness, which is another server.
import { test as withPeople } from './people';
import { Server } from './server';

export const test = withPeople.extend<{ witness: Server }>({
  witness: async ({}, use) => {
    const witness = new Server();
    await witness.start();
    await use(witness);
    await witness.remove();
  },
  settings: async ({ witness }, use) => use(['--witnesses', witness.url]),
});
