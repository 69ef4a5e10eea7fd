export const PUBLIC = ['GET /auth/provider/start', 'GET /auth/provider/callback']

export const asked = () => ({ 'GET /auth/provider/callback': { query: { state: 'x', code: 'y' } } })
