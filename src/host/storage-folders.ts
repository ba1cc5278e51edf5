// The folders in VS Code's storage, and how files in them are known again.

export const conversationsFolder = 'conversations';
export const planFolder = 'plan';
export const countedFolder = 'counted';
/** Prompts that wait for a reset of the plan. */
export const postponedFolder = 'postponed';
export const runsFolder = 'runs';

/** Ends the name of every file that holds what is known of an account's plan; it begins with the account's name. */
export const planSuffix = '.plan.json';

/** Begins the name of everything made up, conversations and answers: no random id of ours and no day begins so. */
export const demoPrefix = 'demo-';
