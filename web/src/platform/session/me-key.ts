/** The query key of the signed-in user, in its own file: the sign-in writes to it too. */
export const ME_KEY = ['me'] as const
