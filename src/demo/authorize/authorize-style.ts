// The style sheet of the sign-in pages.
import { createHash } from 'node:crypto';

export const style = `
:root {
  color-scheme: light dark;
  --page: #f3f6f8; --card: #ffffff; --text: #16232c; --quiet: #4d606c; --line: #d8e1e6; --field: #ffffff;
  --edge: #7b8e99; --accent: #0b6478; --accent-hover: #084e5e; --on-accent: #ffffff; --wash: #e6f1f4;
  --alarm: #a4261d; --alarm-wash: #fdeeec; --shadow: 0 1px 2px #16232c14, 0 12px 32px #16232c14;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e161b; --card: #162128; --text: #e8eff3; --quiet: #a3b4be; --line: #2a3942; --field: #10191f;
    --edge: #6f838f; --accent: #5cc3d8; --accent-hover: #83d3e4; --on-accent: #06232b; --wash: #1b3038;
    --alarm: #ff9d92; --alarm-wash: #3a1d1b; --shadow: 0 1px 2px #0006, 0 12px 32px #0006;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 40px 16px; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 20px;
}
main {
  width: 100%; max-width: 440px; padding: 32px; background: var(--card);
  border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow);
}
header { display: flex; align-items: center; gap: 10px; margin-bottom: 24px; font-weight: 600; }
header svg { width: 28px; height: 28px; flex: none; color: var(--accent); }
.badge {
  margin-left: auto; padding: 2px 10px; border-radius: 999px; background: var(--wash); color: var(--accent);
  font-size: 13px; font-weight: 600;
}
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 28px 0 4px; font-size: 16px; line-height: 1.5; }
p { margin: 0 0 16px; color: var(--quiet); }
p strong { color: var(--text); }
code { font: 0.92em ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
label { display: block; margin-bottom: 6px; font-weight: 600; font-size: 15px; }
input {
  width: 100%; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--field); color: var(--text); font: inherit;
}
input.code { font-size: 22px; letter-spacing: 0.35em; font-variant-numeric: tabular-nums; text-align: center; }
input[aria-invalid] { border-color: var(--alarm); }
button { font: inherit; cursor: pointer; }
.actions { display: flex; gap: 12px; margin-top: 16px; }
.primary, .secondary { padding: 10px 16px; border-radius: 8px; font-weight: 600; border: 1px solid transparent; }
.primary { flex: 1; background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
.secondary { background: transparent; color: var(--text); border-color: var(--edge); }
.secondary:hover, .person:hover { background: var(--wash); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice {
  display: flex; align-items: baseline; justify-content: space-between; gap: 12px; margin-bottom: 20px; padding: 10px 14px;
  border-radius: 8px; background: var(--wash); color: var(--text);
}
.notice b { font: 600 22px/1.4 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; letter-spacing: 0.12em; }
.alarm {
  margin-bottom: 20px; padding: 12px 14px; border-radius: 8px; background: var(--alarm-wash); color: var(--alarm);
  font-weight: 500;
}
h1 + .alarm { margin-top: 16px; }
main > :last-child { margin-bottom: 0; }
.people {
  list-style: none; margin: 12px 0 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; overflow: clip;
}
.people li + li { border-top: 1px solid var(--line); }
.person {
  display: grid; grid-template-columns: 1fr auto; gap: 0 12px; width: 100%; padding: 10px 14px; border: 0;
  background: transparent; color: var(--text); text-align: left;
}
.person:focus-visible { outline-offset: -3px; }
.person b { font-weight: 600; }
.person .phone { color: var(--quiet); font-size: 14px; font-variant-numeric: tabular-nums; align-self: center; }
.person .summary { grid-column: 1 / -1; color: var(--quiet); font-size: 14px; }
footer { max-width: 440px; text-wrap: balance; text-align: center; color: var(--quiet); font-size: 14px; }
footer p { margin: 0; color: inherit; }
@media (max-width: 480px) { body { padding: 16px; justify-content: flex-start; } main { padding: 24px 20px; } }
`;

/**
 * The source expression that lets exactly this style sheet in. @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
