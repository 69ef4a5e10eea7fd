import type { Alert } from '@fieldwatch/contract/alerts/alerts'

type Parts = Partial<Omit<Alert, 'id' | 'entity' | 'devices' | 'owners' | 'viewers'>> & {
  id?: string
  entity?: string
  devices?: readonly string[]
  owners?: readonly string[]
  viewers?: readonly string[]
}

/** An alert of Ada's on one value of one unit, but for what the test mentions. */
export function buildAlert({ owners = ['ada'], viewers = [], ...parts }: Parts = {}): Alert {
  const built = {
    id: 'warm',
    name: 'Cold store too warm',
    description: '',
    entity: 'water',
    type: 'value',
    source: 'tank',
    event: null,
    eventTitle: null,
    condition: { field: 'temp', operator: 'greater than', constant: 8 },
    clearLimit: null,
    forSeconds: 0,
    schedule: null,
    silentSeconds: null,
    graceSeconds: 120,
    interval: 0,
    timeZone: 'UTC',
    devices: ['north'],
    owners,
    viewers,
    users: [...owners, ...viewers],
    outOfReach: { owners: 0, viewers: 0 },
    people: [],
    createdBy: 'ada',
    status: 'ok',
    unitOfMeasure: null,
    states: [],
    mine: 'owner',
    unsubscribed: false,
    notifiesNobody: false,
    ended: null,
    version: 3,
    ...parts,
  }
  // Ids are branded texts.
  return built as unknown as Alert
}
