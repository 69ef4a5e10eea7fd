import type { AppId } from '@fieldwatch/contract/api/ids'
import type { App } from '@fieldwatch/contract/people/apps'

/** An application for everybody, but for what the test mentions. */
export function buildApp(parts: Partial<Omit<App, 'id'>> & { id: string }): App {
  return {
    name: 'Valve Plan',
    path: 'valve-plan',
    icon: '',
    url: 'https://valves.example/app',
    allAccess: true,
    entities: [],
    ...parts,
    id: parts.id as AppId,
  }
}
