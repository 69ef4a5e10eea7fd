/** The key of the signed-in user in the query cache, apart from the query: the sign-in itself puts the user there. */
export const ME_KEY = ['me'] as const
