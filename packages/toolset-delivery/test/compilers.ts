/**
 * Stand-ins for `go` and `cargo`: programs that print what these print about the projects of the tests.
 * The real ones compile a standard library first, which takes longer than all other tests of this package together;
 * `TEST_COMPILERS=real` runs them.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export const isReal = process.env["TEST_COMPILERS"] === "real";

/** Variables that put the stand-ins first on the PATH; the machine's own where real ones are asked for. */
export function compilers(): Disposable & { readonly env: Readonly<Record<string, string>> } {
  if (isReal) return { env: {}, [Symbol.dispose]() {} };
  const folder = mkdtempSync(join(tmpdir(), "tenon-compilers-"));
  for (const [name, script] of Object.entries({ go: GO, cargo: CARGO })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}`, { mode: 0o755 });
  }
  return {
    env: { PATH: `${folder}${delimiter}${process.env["PATH"]}` },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const GO = String.raw`
event() { printf '%s\n' "{\"Time\":\"2026-11-18T07:57:59Z\",\"Package\":\"example.com/shop$1\",$2}"; }
passed() {
  event "$1" '"Action":"run","Test":"TestIsFine"'
  event "$1" '"Action":"output","Test":"TestIsFine","Output":"--- PASS: TestIsFine (0.00s)\n"'
  event "$1" '"Action":"pass","Test":"TestIsFine","Elapsed":0'
  event "$1" '"Action":"pass","Elapsed":0.005'
}
[ "$1 $2" = "test -json" ] || exit 2
case $3 in
  -coverprofile=*)
    printf 'mode: set\nexample.com/shop/cart.go:3.24,3.38 1 1\nexample.com/shop/cart.go:5.19,5.29 1 0\n' > "$(printf %s "$3" | cut -d= -f2-)"
    passed "" ;;
  ./ok) passed /ok ;;
  ./...)
    event "" '"Action":"run","Test":"TestAdds"'
    event "" '"Action":"output","Test":"TestAdds","Output":"=== RUN   TestAdds\n"'
    event "" '"Action":"output","Test":"TestAdds","Output":"    cart_test.go:5: 1 is not 2\n"'
    event "" '"Action":"fail","Test":"TestAdds","Elapsed":0'
    event "" '"Action":"fail","Elapsed":0.004'
    passed /ok
    exit 1 ;;
  *) exit 2 ;;
esac
`;

const CARGO = String.raw`
fine() { printf '\nrunning 1 test\ntest is_fine ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n'; }
[ "$1 $2" = "test --no-fail-fast" ] || exit 2
case $3 in
  --test=ok) fine ;;
  "")
    printf '\nrunning 1 test\ntest cart::adds ... FAILED\n\nfailures:\n\n---- cart::adds stdout ----\n\n'
    printf "thread 'cart::adds' (6190) panicked at src/lib.rs:5:9:\n"
    printf 'assertion failed\n  left: 1\n right: 2\n\n\nfailures:\n    cart::adds\n\n'
    printf 'test result: FAILED. 0 passed; 1 failed; 0 ignored\n\n'
    fine
    exit 101 ;;
  *) exit 2 ;;
esac
`;
