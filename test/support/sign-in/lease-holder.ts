// A process that waits for a lease, says when it has it, and never gives it back.
import process from 'node:process';
import { createFileLease } from '../../../src/node/leases/waiting-lease.ts';

const [file = ''] = process.argv.slice(2);
void createFileLease(file).run(
  () =>
    new Promise<void>(() => {
      process.send?.('has it');
    }),
);
