// Written by `npm run tables` from the schema that the migrations make. `tables.ts` narrows the types of columns.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Schema {
  acmeAccount: {
    directory: string
    key: string
  }
  acmeCertificate: {
    domains: string
    cert: string
    key: string
    issuedAt: Date
  }
  acmeChallenge: {
    token: string
    answer: string
    createdAt: Generated<Date>
  }
  actionBatch: {
    id: GeneratedAlways<number>
    actionClass: string
    method: string
    action: string
    payload: string
    expiresInSeconds: number
    stopAfter: number
    state: string
    createdAt: number
    createdBy: string
    endedAt: number | null
    tokenId: string | null
    address: Generated<string>
    stopReason: string | null
    /** When to look at it though none of its requests ended. */
    dueAt: Generated<number>
  }
  actionBatchUnit: {
    batchId: number
    place: number
    dataId: string
    actionId: number | null
    leftOut: Generated<boolean>
  }
  actionRequest: {
    id: GeneratedAlways<number>
    dataId: string
    actionClass: string
    method: string
    action: string
    payload: string
    state: Generated<string>
    createdAt: number
    createdBy: string
    expiresAt: number
    sentAt: number | null
    sentOnce: Generated<boolean>
    handedOverAt: number | null
    channel: string | null
    resultAt: number | null
    answeredAt: number | null
    status: string | null
    result: string | null
    expiredAt: number | null
    cancelledAt: number | null
    cancelledBy: string | null
    endedAt: number | null
    requestRecorded: Generated<boolean>
    endRecorded: Generated<boolean>
    batchId: number | null
    firstAnswer: string | null
    notSentAt: number | null
    notSentReason: string | null
    tokenId: string | null
    /** False: it ended, and its batch has not been looked at since. */
    seenByBatch: Generated<boolean>
  }
  alert: {
    id: string
    entityId: string
    name: string
    description: string
    type: string
    source: string | null
    field: string | null
    operator: string | null
    constant: number | null
    clearLimit: number | null
    forSeconds: number
    silentSeconds: number | null
    graceSeconds: number
    intervalSeconds: number
    timeZone: string
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    endedAt: number | null
    endedReason: string | null
    event: string | null
    schedule: ColumnType<unknown, string | null, string | null>
  }
  alertChange: {
    id: GeneratedAlways<number>
    alertId: string
    dataId: string
    happening: string
    at: number
    notedAt: number
    value: number | null
    bound: number | null
    late: Generated<boolean>
    userId: string | null
    comment: string | null
    untilAt: number | null
  }
  alertNotification: {
    id: GeneratedAlways<number>
    alertId: string
    entityId: string
    userId: string | null
    kind: string
    channel: string
    recipient: string
    unitCount: number
    units: string[]
    at: number
    state: string
    reason: string | null
    notBefore: number | null
    notified: ColumnType<unknown, string, string>
    outboxId: string | null
    receiverId: string | null
    /** The name that the alert had when it was deleted. */
    alertName: string | null
  }
  alertPerson: {
    alertId: string
    userId: string
    owns: boolean
    unsubscribed: Generated<boolean>
    standsIn: string | null
  }
  alertUnit: {
    alertId: string
    dataId: string
    beginsAt: number
    status: Generated<string>
    at: number | null
    value: number | null
    changedAt: number
    lastAt: number | null
    lastValue: number | null
    pendingAt: number | null
    pendingReceivedAt: number | null
    pendingValue: number | null
    dueAt: number | null
    notified: Generated<string>
    notifiedAt: number | null
    windowFrom: number | null
    sent: Generated<number>
    held: Generated<number>
    informed: Generated<string[]>
    acknowledgedAt: number | null
    acknowledgedBy: string | null
    comment: string | null
    snoozedUntil: number | null
    usualMs: number | null
    learnedAt: number | null
    aheadUntil: number | null
    restedAt: number | null
    endedAt: number | null
    endedReason: string | null
    correction: ColumnType<unknown, string | null, string | null>
    heldAt: number | null
    deadlineAt: number | null
    /** How a unit is whose leaving is watched, since held_at. */
    aside: string | null
    /** The first of due_at and deadline_at; null where it ended or rests. */
    actsAt: GeneratedAlways<number | null>
  }
  app: {
    id: string
    name: string
    path: string
    icon: Generated<string>
    allAccess: Generated<boolean>
    entities: Generated<string[]>
    url: Generated<string>
  }
  appUser: {
    id: string
    entityId: string
    email: string
    passwordHash: string | null
    firstName: Generated<string>
    lastName: Generated<string>
    phone: Generated<string>
    role: string
    permissions: Generated<string[]>
    company: Generated<string>
    timeFormat: Generated<string>
    units: Generated<string[]>
    profilePic: Generated<string>
    status: Generated<string>
    notifications: ColumnType<unknown, string | undefined, string>
    entityViewing: Generated<string[]>
    createdAt: Generated<Date>
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    measures: ColumnType<unknown, string | null, string | null>
    language: string | null
  }
  arrivalCursor: {
    consumer: string
    follower: string
    source: string
    receivedAfter: Generated<number>
    receivedAt: number | null
  }
  arrivalFollower: {
    consumer: string
    id: string
    dataId: string
    output: string | null
    unfinished: Generated<boolean>
    heldBy: string | null
  }
  auditLog: {
    id: GeneratedAlways<number>
    at: Date
    userId: string | null
    entityId: string | null
    action: string
    subjectKind: string
    subjectId: string
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    address: Generated<string>
    tokenName: string | null
  }
  board: {
    id: string
    entityId: string
    name: string
    seconds: number
    pages: ColumnType<unknown, string, string>
    fields: ColumnType<unknown, string, string>
    sources: ColumnType<unknown, string, string>
    savedBy: string
    savedAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
  }
  boardPairing: {
    codeHash: Buffer
    secretHash: Buffer
    network: string
    expiresAt: Date
  }
  boardPreview: {
    userId: string
    id: string
    secretHash: Buffer
    entityId: string
    draft: ColumnType<unknown, string, string>
    expiresAt: Date
  }
  boardScreen: {
    id: string
    boardId: string
    name: string
    secretHash: Buffer
    pairedBy: string
    pairedAt: Date
    lastSeenAt: Date | null
    address: string | null
  }
  boardUnit: {
    boardId: string
    named: string
    dataId: string | null
  }
  calculation: {
    id: GeneratedAlways<number>
    dataId: string
    name: string
    equation: string
    unit: string
    startAt: number
    inputs: ColumnType<unknown, string, string>
    revision: Generated<number>
    filledTo: number | null
    fillDone: Generated<number>
    fillTotal: number | null
    createdAt: Date
    updatedAt: Date
    corrections: ColumnType<unknown, string | undefined, string>
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
  }
  capturedMessage: {
    id: GeneratedAlways<number>
    entityId: string
    dataId: string | null
    topic: string
    payload: string
    bytes: number
    arrivedAt: Date
    reason: string | null
  }
  downlink: {
    requestId: number
    dataId: string
    reference: string
    state: Generated<string>
    at: number
    reason: string | null
    confirmed: boolean
    tries: Generated<number>
    nextTryAt: number | null
    heldBy: string | null
  }
  emailChange: {
    tokenHash: Buffer
    userId: string
    email: string
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  entity: {
    id: string
    parentId: string | null
    name: string
    company: Generated<string>
    logo: Generated<string>
    icon: Generated<string>
    url: Generated<string>
    status: Generated<string>
    createdAt: Generated<Date>
    rawDays: number | null
    summaryDays: number | null
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    secondFactorRequired: Generated<boolean>
    deletedAt: number | null
    deletedFrom: string | null
    viewersMayEdit: Generated<boolean>
    measures: ColumnType<unknown, string | null, string | null>
    language: string | null
    placesChanged: Generated<number>
    /** When a server last began to write a report of it. */
    reportTakenAt: Date | null
    viewersMayConfigure: Generated<boolean>
  }
  eventCheckpoint: {
    eventTable: number
    at: number
    state: string
  }
  eventHour: {
    eventTable: number
    hour: number
    count: number
    duration: number
    longest: number
    longestAt: number
  }
  eventOccurrence: {
    eventTable: number
    startAt: number
    endAt: number | null
    lastAt: number
    figures: (number | null)[]
    tag: string | null
    starts: ColumnType<unknown, string | null, string | null>
  }
  eventTable: {
    id: GeneratedAlways<number>
    dataId: string
    name: string
    title: string
    source: string
    field: string
    operator: string
    constant: number
    comparison: string
    startAt: number
    gapMs: number
    inputs: ColumnType<unknown, string, string>
    revision: Generated<number>
    filledTo: number | null
    fillDone: Generated<number>
    fillTotal: number | null
    corrections: ColumnType<unknown, string | undefined, string>
    createdAt: Date
    summedTo: Generated<number>
    changedAt: Date | null
    version: Generated<number>
    changedBy: string | null
    endedAt: number | null
    endedReason: string | null
  }
  eventTableRemoved: {
    dataId: string
    name: string
  }
  eventTag: {
    eventTable: number
    startAt: number
    tag: string
    setAt: Date
  }
  formerPerson: {
    id: string
    firstName: string
    lastName: string
    email: string
    entityId: string | null
    removedAt: Generated<Date>
  }
  gatewayChild: {
    gateway: string
    name: string
    source: string
    unit: string | null
  }
  historyMove: {
    one: Generated<boolean>
    sourceKey: number
    startAt: number
    dueAt: number
    heldBy: string | null
  }
  historyObject: {
    id: GeneratedAlways<number>
    key: string
    hash: string
    bytes: number
    announcedAt: number
    storedAt: number | null
    unusedAt: number | null
    removing: Generated<boolean>
    chunks: Generated<number>
  }
  idempotentRequest: {
    keyHash: Buffer
    caller: string
    requestHash: Buffer
    reply: Buffer | null
    createdAt: Date
    /** The name of the lease of the server that does it. */
    server: string | null
  }
  incident: {
    id: GeneratedAlways<number>
    entityId: string
    title: string
    severity: string
    fromAt: number
    toAt: number
    momentAt: number
    known: string
    conclusions: Generated<string>
    isCut: Generated<boolean>
    takenAt: Date
    takenBy: string
    createdBy: string
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
  }
  incidentConclusions: {
    id: GeneratedAlways<number>
    incidentId: number
    text: string
    savedBy: string
    savedAt: Date
  }
  incidentNote: {
    incidentId: number
    noteId: number
    dataId: string
    entry: ColumnType<unknown, string, string>
  }
  incidentUnit: {
    incidentId: number
    dataId: string
    name: string
    facts: ColumnType<unknown, string, string>
  }
  ingestCommit: {
    id: string
    at: Date
    /** False: given up; a commit under that id can no longer happen. */
    isStored: boolean
  }
  job: {
    id: GeneratedAlways<number>
    kind: string
    payload: ColumnType<unknown, string, string>
    createdAt: number
    createdBy: string | null
    tokenId: string | null
    endedAt: number | null
    entityId: string | null
    stoppedAt: number | null
    stoppedBy: string | null
    address: Generated<string>
    /** What it is about; one job of a kind is open for it. */
    subject: string | null
    result: ColumnType<unknown, string | null, string | null>
    /** The server that does its next step. */
    heldBy: string | null
    /** When a server took it last: the jobs of a kind have turns. */
    takenAt: Date | null
    /** How often its next step failed. */
    tries: Generated<number>
    /** No server takes it before. */
    dueAt: Generated<number>
    /** What it is about was called so when the job began. */
    name: string | null
    done: Generated<number>
    /** Null: no one counts them, as of records that are deleted. */
    total: number | null
  }
  label: {
    id: string
    entityId: string
    name: string
    colour: string
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
  }
  listView: {
    userId: string
    view: ColumnType<unknown, string, string>
  }
  lorawanDevice: {
    dataId: string
    door: string
    application: string
    device: string
  }
  lorawanReport: {
    dataId: string
    reference: string
    step: string
    reason: string | null
    at: number
  }
  lorawanUplink: {
    dataId: string
    id: Buffer
    arrivedAt: number
    receivedAt: number | null
  }
  messageMapping: {
    id: string
    entityId: string
    name: string
    mapping: ColumnType<unknown, string, string>
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    replayedTo: Generated<number>
    replayTotal: Generated<number>
    replayDone: Generated<number>
    replayStored: Generated<number>
    replayBeganAt: Date
    replayStopped: Generated<boolean>
    heldBy: string | null
  }
  networkServer: {
    id: string
    entityId: string
    name: string
    kind: string
    url: string
    apiKey: Buffer
    application: string
    fPort: number
    confirmed: boolean
    active: Generated<boolean>
    failures: Generated<number>
    failingSince: Date | null
    nextTryAt: number | null
    lastError: string | null
    lastSuccessAt: Date | null
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    catchUp: Generated<boolean>
    caughtUpTo: number | null
    caughtUpAt: number | null
    catchUpDueAt: Generated<number>
    catchUpError: string | null
    catchUpHeldBy: string | null
    brokerUrl: Generated<string>
    brokerUser: Generated<string>
    brokerPassword: Buffer | null
    brokerHeldBy: string | null
    brokerConnectedAt: number | null
    brokerMessageAt: number | null
    brokerError: string | null
    brokerFailures: Generated<number>
    brokerNextTryAt: Generated<number>
  }
  note: {
    id: GeneratedAlways<number>
    dataId: string
    source: string | null
    startAt: number
    endAt: number | null
    text: string
    createdBy: string
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    lat: number | null
    lon: number | null
    positionGiven: Generated<boolean>
    picture: string | null
    pictureAlt: Generated<string>
  }
  openIdAttempt: {
    stateHash: Buffer
    browserHash: Buffer
    nonce: string
    codeVerifier: string
    expiresAt: Date
  }
  openIdIdentity: {
    issuer: string
    subject: string
    userId: string
    createdAt: Date
  }
  outbox: {
    id: string
    kind: string
    recipient: string
    subject: string
    body: string
    createdAt: Date
    sentAt: Date | null
    attempts: Generated<number>
    lastError: string | null
    expiresAt: Date | null
    html: string | null
    headers: ColumnType<unknown, string | null, string | null>
    failedAt: Date | null
    keptUntil: Date | null
    heldBy: string | null
    attachmentId: string | null
    dueAt: Generated<Date>
    tries: Generated<number>
    /** Only for an active user who has the address. */
    forUser: Generated<boolean>
    /** Of the link in it: not sent once that is used or replaced. */
    linkHash: Buffer | null
  }
  outboxAttachment: {
    /** Of all files that go with a mail. */
    id: string
    name: string
    contentType: string
    bytes: number
    data: Buffer
    createdAt: Date
    place: Generated<number>
  }
  passkey: {
    id: string
    userId: string
    name: string
    publicKey: Buffer
    counter: number
    transports: string[]
    addedAt: Date
    lastUsedAt: Date | null
  }
  passkeyChallenge: {
    challenge: string
    userId: string | null
    expiresAt: Date
  }
  passwordReset: {
    tokenHash: Buffer
    userId: string
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  phoneVerification: {
    requestHash: Buffer
    userId: string
    phone: string
    codeHash: Buffer
    createdAt: Date
    expiresAt: Date
    tries: Generated<number>
    state: Generated<string>
  }
  place: {
    id: GeneratedAlways<number>
    entityId: string
    name: string
    groupName: string | null
    colour: string | null
    geometry: ColumnType<unknown, string, string>
    radius: number | null
    positions: number
    feature: ColumnType<unknown, string | null, string | null>
    createdBy: string
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
  }
  portal: {
    id: Generated<string>
  }
  programToken: {
    id: string
    tokenHash: Buffer
    beginning: string
    name: string
    scopes: string[]
    userId: string | null
    entityId: string | null
    role: string | null
    createdBy: string | null
    createdAt: Date
    expiresAt: Date
    lastUsedAt: Date | null
    lastUsedFrom: Generated<string>
  }
  record: {
    sourceKey: number
    at: Date
    receivedAt: Date
    fields: ColumnType<unknown, string, string>
  }
  recordChunk: {
    sourceKey: number
    startAt: number
    endAt: number
    count: number
    firstReceivedAt: number
    lastReceivedAt: number
    levels: ColumnType<unknown, string, string>
    times: Buffer | null
    arrivals: Buffer | null
    objectId: number | null
  }
  recordColumn: {
    sourceKey: number
    field: string
    startAt: number
    data: Buffer
  }
  recordImport: {
    id: GeneratedAlways<number>
    dataId: string
    fileName: string
    fileBytes: number
    state: string
    checked: Generated<boolean>
    settings: ColumnType<unknown, string | null, string | null>
    sourceKey: number | null
    createdBy: string | null
    createdAt: Date
    endedAt: Date | null
    heldBy: string | null
    readParts: Generated<number>
    carry: Buffer | null
    position: ColumnType<unknown, string | null, string | null>
    counts: ColumnType<unknown, string, string>
    firstAt: number | null
    lastAt: number | null
    failure: string | null
    startedBy: string | null
    startedTokenId: string | null
    /** What was seen of the file so far, before it is imported. */
    look: ColumnType<unknown, string | null, string | null>
  }
  recordImportCommit: {
    sourceKey: number
    receivedAt: number
    importId: number
    startAt: number
    endAt: number
    restored: Generated<boolean>
  }
  recordImportPart: {
    importId: number
    part: number
    bytes: number
    data: Buffer
  }
  recordImportRefusal: {
    importId: number
    line: number
    reason: string
  }
  recordImportReplaced: {
    importId: number
    at: number
    fields: ColumnType<unknown, string, string>
    /** Epoch milliseconds; null for what was replaced before this was kept. */
    receivedAt: number | null
  }
  recordLate: {
    id: GeneratedAlways<number>
    sourceKey: number
    receivedAt: Date
    firstAt: Date
    lastAt: Date
    count: number
    times: string
    lines: string
  }
  recordSummary: {
    sourceKey: number
    field: string
    bucketMs: number
    startAt: number
    data: Buffer
  }
  recoveryCode: {
    userId: string
    fingerprint: Buffer
    usedAt: Date | null
  }
  refusedTracker: {
    imei: string
    at: number
  }
  rejectedMessage: {
    id: GeneratedAlways<number>
    dataId: string
    receivedAt: Date
    source: string | null
    channel: string
    code: string
    message: string
    payload: string
    topic: string | null
  }
  reportMail: {
    runId: number
    userId: string
    address: string
    outboxId: string | null
    withheld: string | null
  }
  reportRecipient: {
    scheduleId: number
    userId: string
  }
  reportRun: {
    id: GeneratedAlways<number>
    scheduleId: number
    at: Date
    asked: boolean
    fromAt: number
    toAt: number
    missed: Generated<number>
    state: Generated<string>
    heldBy: string | null
    tries: Generated<number>
    fileName: string | null
    rows: number | null
    bytes: number | null
    note: string | null
    retryAt: Date | null
  }
  reportSchedule: {
    id: GeneratedAlways<number>
    dataId: string
    entityId: string
    name: string
    content: ColumnType<unknown, string, string>
    rhythm: ColumnType<unknown, string, string>
    dueAt: Date | null
    stopped: string | null
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    awaitsRecipients: Generated<boolean>
  }
  server: {
    name: string
    expiresAt: Date
    /** What it does of the work of several servers. */
    roles: Generated<string[]>
  }
  session: {
    id: string
    userId: string
    refreshHash: Buffer
    previousRefreshHash: Buffer | null
    rotatedAt: Date
    createdAt: Date
    expiresAt: Date
    endedAt: Date | null
    address: Generated<string>
    userAgent: Generated<string>
    proof: Generated<string>
    provenAt: Date | null
  }
  share: {
    id: string
    secretHash: Buffer
    entityId: string
    dataId: string | null
    kind: string
    what: ColumnType<unknown, string, string>
    fields: ColumnType<unknown, string, string>
    passwordHash: string | null
    origins: Generated<string[]>
    expiresAt: Date | null
    createdBy: string
    createdAt: Date
    opened: Generated<number>
    lastOpenedAt: Date | null
    sources: Generated<string[]>
    eventTable: number | null
    incidentId: number | null
  }
  sharedMapUnit: {
    shareId: string
    dataId: string
    place: ColumnType<unknown, string | null, string | null>
  }
  signInFailure: {
    id: string
    account: string
    network: string
    browser: string | null
    at: Date
    failed: Generated<boolean>
  }
  signInStep: {
    tokenHash: Buffer
    userId: string
    expiresAt: Date
    setsUp: Generated<boolean>
    secret: Buffer | null
  }
  signingKey: {
    id: string
    privateKey: ColumnType<unknown, string, string>
    publicKey: ColumnType<unknown, string, string>
    createdAt: Date
  }
  sim: {
    id: string
    entityId: string
    iccid: string
    imsi: Generated<string>
    msisdn: Generated<string>
    imei: Generated<string>
    label: Generated<string>
    operator: Generated<string>
    status: Generated<string>
    dataId: string | null
    ip: Generated<string>
    dataUsed: number | null
    dataLimit: number | null
    usedAt: Date | null
    lastSessionAt: Date | null
    updatedAt: Date
    version: Generated<number>
    changedBy: string | null
    changedAt: Date | null
  }
  source: {
    sourceKey: GeneratedAlways<number>
    dataId: string
    name: string
    fieldTypes: ColumnType<unknown, string | undefined, string>
    lastReceivedAt: Date
    rawDays: number | null
    summaryDays: number | null
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    previousReceivedAt: Date | null
    standInUntil: Generated<number>
    importedAt: number | null
    heardAt: number | null
    removedBefore: number | null
  }
  storedFile: {
    name: string
    kind: string
    subject: string | null
    uploadedBy: string
    bytes: number
    looseSince: Date | null
    createdAt: Date
    /** Whose pictures of notes it counts among. */
    entityId: string | null
  }
  template: {
    id: string
    entityId: string
    definition: ColumnType<unknown, string, string>
    version: Generated<number>
    changedAt: Generated<Date>
    dataId: string | null
    changedBy: string | null
    title: GeneratedAlways<string | null>
    contents: GeneratedAlways<number[] | null>
    change: ColumnType<unknown, string | null, string | null>
    icon: GeneratedAlways<string | null>
    widgetKinds: GeneratedAlways<unknown>
    widgetCounts: GeneratedAlways<unknown>
  }
  templateCodec: {
    templateId: string
    code: string
    /** Epoch milliseconds when its admins were last told that it rests. */
    toldAt: number | null
  }
  templateTrial: {
    dataId: string
    copyId: string
    templateId: string
    startedAt: Date
    startedBy: string
  }
  templateVersion: {
    templateId: string
    version: number
    definition: Buffer
    change: ColumnType<unknown, string | null, string | null>
    changedAt: Date
    changedBy: string | null
    replacedAt: Date
  }
  totp: {
    userId: string
    secret: Buffer
    lastStep: number
    since: Date
  }
  totpEnrolment: {
    userId: string
    secret: Buffer
    expiresAt: Date
  }
  unit: {
    dataId: string
    friendlyName: string
    description: Generated<string>
    image: Generated<string>
    active: Generated<boolean>
    lastActivityAt: Date | null
    lastMessage: string | null
    currentLat: number | null
    currentLon: number | null
    locatedAt: Date | null
    defaultTemplate: string | null
    customTemplate: string | null
    apps: Generated<string[]>
    pausedData: Generated<string[]>
    tokenHash: Buffer
    connectionChangedAt: Date | null
    createdAt: Generated<Date>
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    size: Generated<string>
    service: Generated<string>
    rawDays: number | null
    summaryDays: number | null
    eventTablesDue: Generated<boolean>
    pausedSources: GeneratedAlways<string[]>
    deletedAt: number | null
    renamedTo: string | null
    lastDoor: string | null
    devEui: string | null
    imei: string | null
    /** Metres, for positions whose records say nothing about it; null: the usual one. */
    positionAccuracy: number | null
  }
  unitConfiguration: {
    version: number
    dataId: string
    actionClass: string
    at: number
    configuration: string
  }
  unitConnection: {
    dataId: string
    server: string
  }
  unitEntity: {
    dataId: string
    entityId: string
  }
  unitJobItem: {
    jobId: number
    place: number
    dataId: string
    given: ColumnType<unknown, string | null, string | null>
    result: string | null
    message: Generated<string>
    tokenHash: Buffer | null
  }
  unitLabel: {
    dataId: string
    labelId: string
  }
  unitMaintenance: {
    id: GeneratedAlways<number>
    dataId: string
    fromAt: number
    toAt: number
    comment: string
    createdBy: string | null
  }
  unitMoved: {
    dataId: string
  }
  webhook: {
    id: string
    entityId: string
    name: string
    url: string
    kind: string
    secret: string
    active: Generated<boolean>
    failures: Generated<number>
    failingSince: Date | null
    nextTryAt: Date | null
    lastError: string | null
    lastSuccessAt: Date | null
    switchedOffAt: Date | null
    createdBy: string | null
    createdAt: Date
    version: Generated<number>
    changedAt: Date | null
    changedBy: string | null
    leftOut: Generated<boolean>
  }
}
