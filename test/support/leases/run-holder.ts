// A process that takes the turn of a run in a folder, says when it has it, and gives it back when it is told to.
import process from 'node:process';
import { takeRunTurn } from '../../../src/node/leases/run-turn.ts';

const [storage = '', ...folders] = process.argv.slice(2);
const holder = { window: 'other', windowName: 'other window', conversation: 'Say it' };
const giveBack = await takeRunTurn(storage, folders, holder, new AbortController().signal, () => undefined);
process.once('message', () => void giveBack?.().then(() => process.exit()));
process.send?.('has it');
