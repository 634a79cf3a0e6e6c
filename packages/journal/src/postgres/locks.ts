/** Keys of advisory locks: "tnon" in ASCII, and a number. */
const LOCKS = 0x74_6e_6f_6e;

export const MIGRATING = `${LOCKS}, 1`;
/** Shared by those that store large strings, exclusive for one that deletes those without a user. */
export const LARGE_STRINGS = `${LOCKS}, 2`;
export const INDEXING = `${LOCKS}, 3`;
