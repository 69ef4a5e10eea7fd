/** The query key of the signed-in user, in a file of its own: the sign-in writes to it too. */
export const ME_KEY = ['me'] as const
