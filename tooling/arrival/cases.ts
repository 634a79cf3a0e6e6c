/**
 * The rows of the matrix, in the order of the page.
 */

import { conductCases } from "./cases/conduct.ts";
import { listCases } from "./cases/lists.ts";
import { resultCases } from "./cases/results.ts";
import { transportCases } from "./cases/transports.ts";
import type { MatrixCase } from "./matrix-case.ts";

export const cases: readonly MatrixCase[] = [...transportCases, ...listCases, ...resultCases, ...conductCases];
