// Which service Tidemark is connected to, and an event when that changes.
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import type { Secret } from '../../core/service/credentials/secret.ts';
import { CurrentConnection } from '../../core/service/http/current-connection.ts';
import type { ServiceProfile } from '../../core/service/profile/profile.ts';
import { afterStart } from '../after-start.ts';
import type * as DemoData from './demo-data.ts';
import type { DemoProcess } from './demo-service.ts';
import { profileSettingKey, readProfileSetting, writeProfileSetting } from './profile-setting.ts';
import { errorName } from '../../core/service/failure/error-name.ts';

/** Remembers, across windows and restarts, that the demo was chosen. */
const demoChosenKey = 'tidemark.demo.chosen';

export class ServiceSource implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #store: SecretStore;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  #demo: DemoProcess | null = null;
  readonly #current = new CurrentConnection();
  #resolving = afterStart();
  #isResolved = false;

  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, store: SecretStore, log: Log) {
    this.#context = context;
    this.#store = store;
    this.#log = log;
    this.#watcher = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(profileSettingKey)) void this.#resolve();
    });
  }

  /** Reads what was chosen before; call once. Never rejects: what cannot be had leaves nothing connected. */
  async start(): Promise<void> {
    await this.#resolve();
  }

  get profile(): ServiceProfile | null {
    return this.connection?.profile ?? null;
  }

  /** What core needs to reach the service; null while none is connected. */
  get connection(): Connection | null {
    return this.#current.connection;
  }

  /** Resolves once what was chosen last is connected, or cannot be. Never rejects. */
  get settled(): Promise<void> {
    return this.#resolving;
  }

  /** The API key of the demo; null where another service is connected. */
  get demoKey(): Secret | null {
    return this.#demo !== null && this.profile === this.#demo.profile ? this.#demo.apiKey : null;
  }

  async useProfile(profile: ServiceProfile): Promise<void> {
    if (this.#context.globalState.get(demoChosenKey) === true)
      await this.#keepDemoData((data, storage) => data.removeDemoData(storage));
    await this.#context.globalState.update(demoChosenKey, undefined);
    await writeProfileSetting(profile);
    await this.#resolve();
  }

  /** Rejects where the demo cannot start. */
  async useDemo(): Promise<void> {
    await this.#startedDemo();
    await this.#keepDemoData((data, storage) => data.writeDemoConversations(storage));
    await this.#context.globalState.update(demoChosenKey, true);
    await writeProfileSetting(undefined);
    await this.#resolve();
  }

  /** What cannot be written or removed is no reason to keep a person from a service. */
  async #keepDemoData(keep: (data: typeof DemoData, storage: vscode.Uri) => Promise<void>): Promise<void> {
    try {
      await keep(await import('./demo-data.ts'), this.#context.globalStorageUri);
    } catch (error) {
      this.#log.warn(`The demo's data could not be kept as it should be: ${errorName(error)}`);
    }
  }

  /** One after the other, so that what was chosen last is what is connected in the end. */
  #resolve(): Promise<void> {
    const resolve = (): Promise<void> => this.#resolveNow();
    this.#resolving = this.#resolving.then(resolve, resolve);
    return this.#resolving;
  }

  async #resolveNow(): Promise<void> {
    const written = readProfileSetting();
    const demoChosen = this.#context.globalState.get(demoChosenKey) === true;
    if (written === null && !demoChosen) {
      this.#tell(this.#current.disconnect());
      return;
    }
    const { demoService, openConnection, readService } = await import('./service-connection.ts');
    const demo = written === null ? await this.#demoProfile() : null;
    const service = demo === null ? readService(written, this.#log) : demoService(demo);
    if (service === null) this.#tell(this.#current.disconnect());
    else
      this.#tell(this.#current.connect(service, (ending) => openConnection(service, this.#context, ending, this.#log)));
  }

  /** @param isNews whether anything is other than before; that nothing is connected is news once, at the start. */
  #tell(isNews: boolean): void {
    if (!isNews && this.#isResolved) return;
    this.#isResolved = true;
    void vscode.commands.executeCommand('setContext', 'tidemark.connected', this.connection !== null);
    this.#changed.fire();
  }

  async #startedDemo(): Promise<DemoProcess> {
    if (this.#demo === null) {
      const { startDemo } = await import('./demo-service.ts');
      this.#demo = await startDemo(this.#store, this.#context.workspaceState);
    }
    return this.#demo;
  }

  async #demoProfile(): Promise<ServiceProfile | null> {
    try {
      return (await this.#startedDemo()).profile;
    } catch (error) {
      this.#log.warn(`The demo service did not start: ${String(error)}`);
      return null;
    }
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
    void this.#demo?.close();
  }
}
