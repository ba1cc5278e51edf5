// The facts about the machine that the identification headers name.
import os from 'node:os';
import process from 'node:process';

export interface PlatformFacts {
  readonly platform: string;
  readonly architecture: string;
  readonly osCategory: string;
  readonly osVersion: string;
}

export function readPlatform(): PlatformFacts {
  return {
    platform: process.platform,
    architecture: process.arch,
    osCategory: osCategory(process.platform),
    osVersion: os.release(),
  };
}

function osCategory(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'win32':
      return 'windows';
    case 'darwin':
      return 'macos';
    default:
      return platform;
  }
}
