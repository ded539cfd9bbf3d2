/** Curves drawn at the same time; more cannot be told apart. */
export const mostCompared = 8
