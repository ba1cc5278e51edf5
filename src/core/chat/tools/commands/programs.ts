// What is known of programs: which send something off this machine, which run, delete or write what their words say,
// and which only read. Lists can never be whole, so what is on none of them is not trusted with more than a person's
// own words.

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

function byProgram(lists: Readonly<Record<string, ReadonlySet<string>>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(lists));
}

/** They send something elsewhere, or act as somebody else: a person is asked every time. */
export const reachingPrograms = words(`
  psql mysql curl wget wget2 aria2c http https httpie xh ssh scp sftp rsync rclone nc ncat netcat socat telnet ftp tftp lftp
  sudo su doas pkexec runas mail mailx sendmail mutt open xdg-open start gh glab hub aws az gcloud gsutil doctl kubectl helm
  terraform pulumi ansible ansible-playbook vercel netlify heroku firebase wrangler fly flyctl twine vsce ovsx ngrok cloudflared
  openssl gpg nmap arp tcpdump websocat grpcurl s3cmd aws-vault dig nslookup host ping traceroute whois lynx w3m certutil bitsadmin invoke-webrequest invoke-restmethod iwr irm
`);

/** The same, by what is done with a program. */
export const reachingSubcommands: ReadonlyMap<string, ReadonlySet<string>> = byProgram({
  git: words(
    'push fetch pull clone ls-remote remote submodule send-email request-pull svn p4 archive daemon lfs bundle',
  ),
  npm: words(
    'publish unpublish login adduser logout token owner access deprecate dist-tag star stage team org profile',
  ),
  pnpm: words('publish login adduser logout deploy'),
  yarn: words('publish login logout owner tag team'),
  bun: words('publish'),
  cargo: words('publish login logout owner yank'),
  gem: words('push signin owner yank'),
  docker: words('push login pull'),
  podman: words('push login pull'),
  poetry: words('publish'),
  uv: words('publish'),
  hatch: words('publish'),
  flit: words('publish'),
  mvn: words('deploy'),
  gradle: words('publish'),
  gradlew: words('publish'),
  dotnet: words('push'),
  nuget: words('push'),
  mix: words('hex.publish'),
  dart: words('publish'),
  flutter: words('publish'),
  composer: words('global'),
});

/**
 * They run what their words say, or delete, move or write files, or each of their words is a task of its own: allowed
 * for one exact line, never for whatever comes behind a prefix.
 */
export const exactPrograms = words(`
  sh bash zsh dash ash ksh mksh fish csh tcsh pwsh powershell cmd busybox toybox eval exec source . command builtin trap alias
  export set unset declare typeset readonly local shopt setopt hash enable bind complete printenv history fc jobs disown read mapfile cd pushd popd umask ulimit
  xargs parallel env nohup setsid nice ionice chrt taskset timeout time stdbuf script expect unbuffer watch watchexec entr
  nodemon strace ltrace gdb lldb valgrind perf chroot unshare nsenter bwrap firejail flock at batch crontab systemctl service
  launchctl tmux screen npx pnpx bunx uvx pipx dlx corepack nvm volta asdf mise direnv
  rm rmdir unlink shred srm trash truncate dd mv cp ln install mkfs mount umount chmod chown chgrp chattr setfacl touch mkdir
  mktemp tee split csplit patch ed ex vi vim nvim nano emacs less more man tar zip unzip gzip gunzip bzip2 xz zstd 7z cpio ar
  sed awk gawk mawk nawk osascript tclsh sqlite3 mongosh redis-cli docker podman docker-compose vagrant
  kill pkill killall shutdown reboot halt poweroff apt apt-get dnf yum pacman apk brew port snap flatpak choco winget scoop
  pip conda mamba gem bundle composer ssh-keygen security keychain defaults
  code cursor codium subl
  make gmake bmake ninja gradle gradlew mvn mvnw ant just task rake bazel buck nx turbo lerna grunt gulp cmake meson scons
  sbt lein mix invoke inv fab doit hatch tox nox waf earthly dagger tsc black isort ruff gofmt rustfmt clang-format
  del erase rd ren move copy xcopy robocopy reg regedit schtasks sc wmic call for if mshta rundll32 regsvr32 cscript wscript
  msiexec invoke-expression iex invoke-command icm start-process saps set-content add-content remove-item new-item
`);

/** They run a file that they are given; with an option before it, they run the words of the line. */
export const interpreters = words(
  'node nodejs deno bun python py pypy ruby perl php lua luajit rscript julia java ts-node tsx',
);

/** Behind such a word of its own, a program runs what the next ones say. */
export const runningWords = words('run exec execute x shell dlx spawn launch start eval with do');

/** Programs whose names other programs take for subcommands of their own, as `next start` does. */
export const everydayWords = words('start open host mail hub');

/** What is done with them leaves this machine, whichever program it is. */
export const publishingWords = words('publish push deploy upload');

/** Modules of Python that run tests or look at code, by `-m`. */
export const pythonModules = words('pytest unittest mypy ruff flake8 black pylint pyright isort compileall tox nox');

/** Subcommands that may begin a prefix; of these programs every other one is allowed exactly. */
export const prefixSubcommands: ReadonlyMap<string, ReadonlySet<string>> = byProgram({
  git: words(
    'status diff log show blame ls-files ls-tree rev-parse describe shortlog grep cat-file merge-base name-rev',
  ),
  npm: words('test t run run-script ls list outdated explain'),
  pnpm: words('test t run ls list why'),
  yarn: words('test run why list'),
  bun: words('test run'),
  cargo: words('test t build b check c clippy fmt doc bench run r nextest tree'),
  go: words('test build vet fmt list doc'),
  dotnet: words('test build format'),
  deno: words('test lint fmt check'),
  uv: words('tree'),
  poetry: words('check show'),
});

/** With these the word behind the subcommand says what runs, so that it belongs to the prefix. */
export const scriptSubcommands = words('run run-script');

/** Programs that may be allowed by their name alone: no word but an option makes them write or send. */
export const readingPrograms = words(`
  ls pwd cat head tail wc grep egrep fgrep rg ag tree stat file du df diff cmp cut tr nl od which basename dirname realpath
  readlink true false date echo printf uname whoami id seq sort comm column fold expand md5sum sha1sum sha256sum
  eslint prettier stylelint mocha jest vitest ava pytest mypy flake8 pylint pyright rspec rubocop phpunit shellcheck
`);

/** Options by which a program that only looks for files runs or deletes them. */
export const actingOptions = words(
  '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls --exec --exec-batch --pre --ext-diff --open-files-in-pager -x -X',
);

export function isKnownProgram(name: string): boolean {
  const lists = [
    reachingPrograms,
    exactPrograms,
    interpreters,
    readingPrograms,
    reachingSubcommands,
    prefixSubcommands,
  ];
  return lists.some((list) => list.has(name));
}

/** The name that a word runs: without folder, version, the ending of Windows, and how it is capitalised. */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? '';
  const lower = name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
  const versioned = /^([a-z][a-z_-]*?)[-.]?\d[\d.]*$/.exec(lower)?.[1];
  const isKnown = [reachingPrograms, exactPrograms, interpreters].some((programs) => programs.has(versioned ?? ''));
  return versioned !== undefined && isKnown ? versioned : lower;
}
