// Written by `npm run tables` from the schema that the migrations make. `tables.ts` narrows the types of columns.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Schema {
  acme_account: {
    directory: string
    key: string
  }
  acme_certificate: {
    domains: string
    cert: string
    key: string
    issued_at: Date
  }
  acme_challenge: {
    token: string
    answer: string
    created_at: Generated<Date>
  }
  action_batch: {
    id: GeneratedAlways<number>
    action_class: string
    method: string
    action: string
    payload: string
    expires_in_seconds: number
    stop_after: number
    state: string
    created_at: number
    created_by: string
    ended_at: number | null
    token_id: string | null
    address: Generated<string>
    stop_reason: string | null
    /** When to look at it though none of its requests ended. */
    due_at: Generated<number>
  }
  action_batch_unit: {
    batch_id: number
    place: number
    data_id: string
    action_id: number | null
    left_out: Generated<boolean>
  }
  action_request: {
    id: GeneratedAlways<number>
    data_id: string
    action_class: string
    method: string
    action: string
    payload: string
    state: Generated<string>
    created_at: number
    created_by: string
    expires_at: number
    sent_at: number | null
    sent_once: Generated<boolean>
    handed_over_at: number | null
    channel: string | null
    result_at: number | null
    answered_at: number | null
    status: string | null
    result: string | null
    expired_at: number | null
    cancelled_at: number | null
    cancelled_by: string | null
    ended_at: number | null
    request_recorded: Generated<boolean>
    end_recorded: Generated<boolean>
    batch_id: number | null
    first_answer: string | null
    not_sent_at: number | null
    not_sent_reason: string | null
    token_id: string | null
    /** False: it ended, and its batch has not been looked at since. */
    seen_by_batch: Generated<boolean>
  }
  alert: {
    id: string
    entity_id: string
    name: string
    description: string
    type: string
    source: string | null
    field: string | null
    operator: string | null
    constant: number | null
    clear_limit: number | null
    for_seconds: number
    silent_seconds: number | null
    grace_seconds: number
    interval_seconds: number
    time_zone: string
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    ended_at: number | null
    ended_reason: string | null
    event: string | null
    schedule: ColumnType<unknown, string | null, string | null>
  }
  alert_change: {
    id: GeneratedAlways<number>
    alert_id: string
    data_id: string
    happening: string
    at: number
    noted_at: number
    value: number | null
    bound: number | null
    late: Generated<boolean>
    user_id: string | null
    comment: string | null
    until_at: number | null
  }
  alert_notification: {
    id: GeneratedAlways<number>
    alert_id: string
    entity_id: string
    user_id: string | null
    kind: string
    channel: string
    recipient: string
    unit_count: number
    units: string[]
    at: number
    state: string
    reason: string | null
    not_before: number | null
    notified: ColumnType<unknown, string, string>
    outbox_id: string | null
    receiver_id: string | null
    /** The name that the alert had when it was deleted. */
    alert_name: string | null
  }
  alert_person: {
    alert_id: string
    user_id: string
    owns: boolean
    unsubscribed: Generated<boolean>
    stands_in: string | null
  }
  alert_unit: {
    alert_id: string
    data_id: string
    begins_at: number
    status: Generated<string>
    at: number | null
    value: number | null
    changed_at: number
    last_at: number | null
    last_value: number | null
    pending_at: number | null
    pending_received_at: number | null
    pending_value: number | null
    due_at: number | null
    notified: Generated<string>
    notified_at: number | null
    window_from: number | null
    sent: Generated<number>
    held: Generated<number>
    informed: Generated<string[]>
    acknowledged_at: number | null
    acknowledged_by: string | null
    comment: string | null
    snoozed_until: number | null
    usual_ms: number | null
    learned_at: number | null
    ahead_until: number | null
    rested_at: number | null
    ended_at: number | null
    ended_reason: string | null
    correction: ColumnType<unknown, string | null, string | null>
    held_at: number | null
    deadline_at: number | null
    /** How a unit is whose leaving is watched, since held_at. */
    aside: string | null
    /** The first of due_at and deadline_at; null where it ended or rests. */
    acts_at: GeneratedAlways<number | null>
  }
  app: {
    id: string
    name: string
    path: string
    icon: Generated<string>
    all_access: Generated<boolean>
    entities: Generated<string[]>
    url: Generated<string>
  }
  app_user: {
    id: string
    entity_id: string
    email: string
    password_hash: string | null
    first_name: Generated<string>
    last_name: Generated<string>
    phone: Generated<string>
    role: string
    permissions: Generated<string[]>
    company: Generated<string>
    time_format: Generated<string>
    units: Generated<string[]>
    profile_pic: Generated<string>
    status: Generated<string>
    notifications: ColumnType<unknown, string | undefined, string>
    entity_viewing: Generated<string[]>
    created_at: Generated<Date>
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    measures: ColumnType<unknown, string | null, string | null>
    language: string | null
  }
  arrival_cursor: {
    consumer: string
    follower: string
    source: string
    received_after: Generated<number>
    received_at: number | null
  }
  arrival_follower: {
    consumer: string
    id: string
    data_id: string
    output: string | null
    unfinished: Generated<boolean>
    held_by: string | null
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Date
    user_id: string | null
    entity_id: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: ColumnType<unknown, string | null, string | null>
    after: ColumnType<unknown, string | null, string | null>
    address: Generated<string>
    token_name: string | null
  }
  board: {
    id: string
    entity_id: string
    name: string
    seconds: number
    pages: ColumnType<unknown, string, string>
    fields: ColumnType<unknown, string, string>
    sources: ColumnType<unknown, string, string>
    saved_by: string
    saved_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
  }
  board_pairing: {
    code_hash: Buffer
    secret_hash: Buffer
    network: string
    expires_at: Date
  }
  board_preview: {
    user_id: string
    id: string
    secret_hash: Buffer
    entity_id: string
    draft: ColumnType<unknown, string, string>
    expires_at: Date
  }
  board_screen: {
    id: string
    board_id: string
    name: string
    secret_hash: Buffer
    paired_by: string
    paired_at: Date
    last_seen_at: Date | null
    address: string | null
  }
  board_unit: {
    board_id: string
    named: string
    data_id: string | null
  }
  calculation: {
    id: GeneratedAlways<number>
    data_id: string
    name: string
    equation: string
    unit: string
    start_at: number
    inputs: ColumnType<unknown, string, string>
    revision: Generated<number>
    filled_to: number | null
    fill_done: Generated<number>
    fill_total: number | null
    created_at: Date
    updated_at: Date
    corrections: ColumnType<unknown, string | undefined, string>
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
  }
  captured_message: {
    id: GeneratedAlways<number>
    entity_id: string
    data_id: string | null
    topic: string
    payload: string
    bytes: number
    arrived_at: Date
    reason: string | null
  }
  downlink: {
    request_id: number
    data_id: string
    reference: string
    state: Generated<string>
    at: number
    reason: string | null
    confirmed: boolean
    tries: Generated<number>
    next_try_at: number | null
    held_by: string | null
  }
  email_change: {
    token_hash: Buffer
    user_id: string
    email: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  entity: {
    id: string
    parent_id: string | null
    name: string
    company: Generated<string>
    logo: Generated<string>
    icon: Generated<string>
    url: Generated<string>
    status: Generated<string>
    created_at: Generated<Date>
    raw_days: number | null
    summary_days: number | null
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    second_factor_required: Generated<boolean>
    deleted_at: number | null
    deleted_from: string | null
    viewers_may_edit: Generated<boolean>
    measures: ColumnType<unknown, string | null, string | null>
    language: string | null
    places_changed: Generated<number>
    /** When a server last began to write a report of it. */
    report_taken_at: Date | null
    viewers_may_configure: Generated<boolean>
  }
  event_checkpoint: {
    event_table: number
    at: number
    state: string
  }
  event_hour: {
    event_table: number
    hour: number
    count: number
    duration: number
    longest: number
    longest_at: number
  }
  event_occurrence: {
    event_table: number
    start_at: number
    end_at: number | null
    last_at: number
    figures: (number | null)[]
    tag: string | null
    starts: ColumnType<unknown, string | null, string | null>
  }
  event_table: {
    id: GeneratedAlways<number>
    data_id: string
    name: string
    title: string
    source: string
    field: string
    operator: string
    constant: number
    comparison: string
    start_at: number
    gap_ms: number
    inputs: ColumnType<unknown, string, string>
    revision: Generated<number>
    filled_to: number | null
    fill_done: Generated<number>
    fill_total: number | null
    corrections: ColumnType<unknown, string | undefined, string>
    created_at: Date
    summed_to: Generated<number>
    changed_at: Date | null
    version: Generated<number>
    changed_by: string | null
    ended_at: number | null
    ended_reason: string | null
  }
  event_table_removed: {
    data_id: string
    name: string
  }
  event_tag: {
    event_table: number
    start_at: number
    tag: string
    set_at: Date
  }
  former_person: {
    id: string
    first_name: string
    last_name: string
    email: string
    entity_id: string | null
    removed_at: Generated<Date>
  }
  gateway_child: {
    gateway: string
    name: string
    source: string
    unit: string | null
  }
  history_move: {
    one: Generated<boolean>
    source_key: number
    start_at: number
    due_at: number
    held_by: string | null
  }
  history_object: {
    id: GeneratedAlways<number>
    key: string
    hash: string
    bytes: number
    announced_at: number
    stored_at: number | null
    unused_at: number | null
    removing: Generated<boolean>
    chunks: Generated<number>
  }
  idempotent_request: {
    key_hash: Buffer
    caller: string
    request_hash: Buffer
    reply: Buffer | null
    created_at: Date
    /** The name of the lease of the server that does it. */
    server: string | null
  }
  incident: {
    id: GeneratedAlways<number>
    entity_id: string
    title: string
    severity: string
    from_at: number
    to_at: number
    moment_at: number
    known: string
    conclusions: Generated<string>
    is_cut: Generated<boolean>
    taken_at: Date
    taken_by: string
    created_by: string
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
  }
  incident_conclusions: {
    id: GeneratedAlways<number>
    incident_id: number
    text: string
    saved_by: string
    saved_at: Date
  }
  incident_note: {
    incident_id: number
    note_id: number
    data_id: string
    entry: ColumnType<unknown, string, string>
  }
  incident_unit: {
    incident_id: number
    data_id: string
    name: string
    facts: ColumnType<unknown, string, string>
  }
  ingest_commit: {
    id: string
    at: Date
    /** False: given up; a commit under that id can no longer happen. */
    is_stored: boolean
  }
  job: {
    id: GeneratedAlways<number>
    kind: string
    payload: ColumnType<unknown, string, string>
    created_at: number
    created_by: string | null
    token_id: string | null
    ended_at: number | null
    entity_id: string | null
    stopped_at: number | null
    stopped_by: string | null
    address: Generated<string>
    /** What it is about; one job of a kind is open for it. */
    subject: string | null
    result: ColumnType<unknown, string | null, string | null>
    /** The server that does its next step. */
    held_by: string | null
    /** When a server took it last: the jobs of a kind have turns. */
    taken_at: Date | null
    /** How often its next step failed. */
    tries: Generated<number>
    /** No server takes it before. */
    due_at: Generated<number>
    /** What it is about was called so when the job began. */
    name: string | null
    done: Generated<number>
    /** Null: no one counts them, as of records that are deleted. */
    total: number | null
  }
  label: {
    id: string
    entity_id: string
    name: string
    colour: string
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
  }
  list_view: {
    user_id: string
    view: ColumnType<unknown, string, string>
  }
  lorawan_device: {
    data_id: string
    door: string
    application: string
    device: string
  }
  lorawan_report: {
    data_id: string
    reference: string
    step: string
    reason: string | null
    at: number
  }
  lorawan_uplink: {
    data_id: string
    id: Buffer
    arrived_at: number
    received_at: number | null
  }
  message_mapping: {
    id: string
    entity_id: string
    name: string
    mapping: ColumnType<unknown, string, string>
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    replayed_to: Generated<number>
    replay_total: Generated<number>
    replay_done: Generated<number>
    replay_stored: Generated<number>
    replay_began_at: Date
    replay_stopped: Generated<boolean>
    held_by: string | null
  }
  network_server: {
    id: string
    entity_id: string
    name: string
    kind: string
    url: string
    api_key: Buffer
    application: string
    f_port: number
    confirmed: boolean
    active: Generated<boolean>
    failures: Generated<number>
    failing_since: Date | null
    next_try_at: number | null
    last_error: string | null
    last_success_at: Date | null
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    catch_up: Generated<boolean>
    caught_up_to: number | null
    caught_up_at: number | null
    catch_up_due_at: Generated<number>
    catch_up_error: string | null
    catch_up_held_by: string | null
    broker_url: Generated<string>
    broker_user: Generated<string>
    broker_password: Buffer | null
    broker_held_by: string | null
    broker_connected_at: number | null
    broker_message_at: number | null
    broker_error: string | null
    broker_failures: Generated<number>
    broker_next_try_at: Generated<number>
  }
  note: {
    id: GeneratedAlways<number>
    data_id: string
    source: string | null
    start_at: number
    end_at: number | null
    text: string
    created_by: string
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    lat: number | null
    lon: number | null
    position_given: Generated<boolean>
    picture: string | null
    picture_alt: Generated<string>
  }
  open_id_attempt: {
    state_hash: Buffer
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    expires_at: Date
  }
  open_id_identity: {
    issuer: string
    subject: string
    user_id: string
    created_at: Date
  }
  outbox: {
    id: string
    kind: string
    recipient: string
    subject: string
    body: string
    created_at: Date
    sent_at: Date | null
    attempts: Generated<number>
    last_error: string | null
    expires_at: Date | null
    html: string | null
    headers: ColumnType<unknown, string | null, string | null>
    failed_at: Date | null
    kept_until: Date | null
    held_by: string | null
    attachment_id: string | null
    due_at: Generated<Date>
    tries: Generated<number>
    /** Only for an active user who has the address. */
    for_user: Generated<boolean>
    /** Of the link in it: not sent once that is used or replaced. */
    link_hash: Buffer | null
  }
  outbox_attachment: {
    /** Of all files that go with a mail. */
    id: string
    name: string
    content_type: string
    bytes: number
    data: Buffer
    created_at: Date
    place: Generated<number>
  }
  passkey: {
    id: string
    user_id: string
    name: string
    public_key: Buffer
    counter: number
    transports: string[]
    added_at: Date
    last_used_at: Date | null
  }
  passkey_challenge: {
    challenge: string
    user_id: string | null
    expires_at: Date
  }
  password_reset: {
    token_hash: Buffer
    user_id: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  phone_verification: {
    request_hash: Buffer
    user_id: string
    phone: string
    code_hash: Buffer
    created_at: Date
    expires_at: Date
    tries: Generated<number>
    state: Generated<string>
  }
  place: {
    id: GeneratedAlways<number>
    entity_id: string
    name: string
    group_name: string | null
    colour: string | null
    geometry: ColumnType<unknown, string, string>
    radius: number | null
    positions: number
    feature: ColumnType<unknown, string | null, string | null>
    created_by: string
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
  }
  portal: {
    id: Generated<string>
  }
  program_token: {
    id: string
    token_hash: Buffer
    beginning: string
    name: string
    scopes: string[]
    user_id: string | null
    entity_id: string | null
    role: string | null
    created_by: string | null
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    last_used_from: Generated<string>
  }
  record: {
    source_key: number
    at: Date
    received_at: Date
    fields: ColumnType<unknown, string, string>
  }
  record_chunk: {
    source_key: number
    start_at: number
    end_at: number
    count: number
    first_received_at: number
    last_received_at: number
    levels: ColumnType<unknown, string, string>
    times: Buffer | null
    arrivals: Buffer | null
    object_id: number | null
  }
  record_column: {
    source_key: number
    field: string
    start_at: number
    data: Buffer
  }
  record_import: {
    id: GeneratedAlways<number>
    data_id: string
    file_name: string
    file_bytes: number
    state: string
    checked: Generated<boolean>
    settings: ColumnType<unknown, string | null, string | null>
    source_key: number | null
    created_by: string | null
    created_at: Date
    ended_at: Date | null
    held_by: string | null
    read_parts: Generated<number>
    carry: Buffer | null
    position: ColumnType<unknown, string | null, string | null>
    counts: ColumnType<unknown, string, string>
    first_at: number | null
    last_at: number | null
    failure: string | null
    started_by: string | null
    started_token_id: string | null
    /** What was seen of the file so far, before it is imported. */
    look: ColumnType<unknown, string | null, string | null>
  }
  record_import_commit: {
    source_key: number
    received_at: number
    import_id: number
    start_at: number
    end_at: number
    restored: Generated<boolean>
  }
  record_import_part: {
    import_id: number
    part: number
    bytes: number
    data: Buffer
  }
  record_import_refusal: {
    import_id: number
    line: number
    reason: string
  }
  record_import_replaced: {
    import_id: number
    at: number
    fields: ColumnType<unknown, string, string>
    /** Epoch milliseconds; null for what was replaced before this was kept. */
    received_at: number | null
  }
  record_late: {
    id: GeneratedAlways<number>
    source_key: number
    received_at: Date
    first_at: Date
    last_at: Date
    count: number
    times: string
    lines: string
  }
  record_summary: {
    source_key: number
    field: string
    bucket_ms: number
    start_at: number
    data: Buffer
  }
  recovery_code: {
    user_id: string
    fingerprint: Buffer
    used_at: Date | null
  }
  refused_tracker: {
    imei: string
    at: number
  }
  rejected_message: {
    id: GeneratedAlways<number>
    data_id: string
    received_at: Date
    source: string | null
    channel: string
    code: string
    message: string
    payload: string
    topic: string | null
  }
  report_mail: {
    run_id: number
    user_id: string
    address: string
    outbox_id: string | null
    withheld: string | null
  }
  report_recipient: {
    schedule_id: number
    user_id: string
  }
  report_run: {
    id: GeneratedAlways<number>
    schedule_id: number
    at: Date
    asked: boolean
    from_at: number
    to_at: number
    missed: Generated<number>
    state: Generated<string>
    held_by: string | null
    tries: Generated<number>
    file_name: string | null
    rows: number | null
    bytes: number | null
    note: string | null
    retry_at: Date | null
  }
  report_schedule: {
    id: GeneratedAlways<number>
    data_id: string
    entity_id: string
    name: string
    content: ColumnType<unknown, string, string>
    rhythm: ColumnType<unknown, string, string>
    due_at: Date | null
    stopped: string | null
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    awaits_recipients: Generated<boolean>
  }
  server: {
    name: string
    expires_at: Date
    /** What it does of the work of several servers. */
    roles: Generated<string[]>
  }
  session: {
    id: string
    user_id: string
    refresh_hash: Buffer
    previous_refresh_hash: Buffer | null
    rotated_at: Date
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    address: Generated<string>
    user_agent: Generated<string>
    proof: Generated<string>
    proven_at: Date | null
  }
  share: {
    id: string
    secret_hash: Buffer
    entity_id: string
    data_id: string | null
    kind: string
    what: ColumnType<unknown, string, string>
    fields: ColumnType<unknown, string, string>
    password_hash: string | null
    origins: Generated<string[]>
    expires_at: Date | null
    created_by: string
    created_at: Date
    opened: Generated<number>
    last_opened_at: Date | null
    sources: Generated<string[]>
    event_table: number | null
    incident_id: number | null
  }
  shared_map_unit: {
    share_id: string
    data_id: string
    place: ColumnType<unknown, string | null, string | null>
  }
  sign_in_failure: {
    id: string
    account: string
    network: string
    browser: string | null
    at: Date
    failed: Generated<boolean>
  }
  sign_in_step: {
    token_hash: Buffer
    user_id: string
    expires_at: Date
    sets_up: Generated<boolean>
    secret: Buffer | null
  }
  signing_key: {
    id: string
    private_key: ColumnType<unknown, string, string>
    public_key: ColumnType<unknown, string, string>
    created_at: Date
  }
  sim: {
    id: string
    entity_id: string
    iccid: string
    imsi: Generated<string>
    msisdn: Generated<string>
    imei: Generated<string>
    label: Generated<string>
    operator: Generated<string>
    status: Generated<string>
    data_id: string | null
    ip: Generated<string>
    data_used: number | null
    data_limit: number | null
    used_at: Date | null
    last_session_at: Date | null
    updated_at: Date
    version: Generated<number>
    changed_by: string | null
    changed_at: Date | null
  }
  source: {
    source_key: GeneratedAlways<number>
    data_id: string
    name: string
    field_types: ColumnType<unknown, string | undefined, string>
    last_received_at: Date
    raw_days: number | null
    summary_days: number | null
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    previous_received_at: Date | null
    stand_in_until: Generated<number>
    imported_at: number | null
    heard_at: number | null
    removed_before: number | null
  }
  stored_file: {
    name: string
    kind: string
    subject: string | null
    uploaded_by: string
    bytes: number
    loose_since: Date | null
    created_at: Date
    /** Whose pictures of notes it counts among. */
    entity_id: string | null
  }
  template: {
    id: string
    entity_id: string
    definition: ColumnType<unknown, string, string>
    version: Generated<number>
    changed_at: Generated<Date>
    data_id: string | null
    changed_by: string | null
    title: GeneratedAlways<string | null>
    contents: GeneratedAlways<number[] | null>
    change: ColumnType<unknown, string | null, string | null>
    icon: GeneratedAlways<string | null>
    widget_kinds: GeneratedAlways<unknown>
    widget_counts: GeneratedAlways<unknown>
  }
  template_codec: {
    template_id: string
    code: string
    /** Epoch milliseconds when its admins were last told that it rests. */
    told_at: number | null
  }
  template_trial: {
    data_id: string
    copy_id: string
    template_id: string
    started_at: Date
    started_by: string
  }
  template_version: {
    template_id: string
    version: number
    definition: Buffer
    change: ColumnType<unknown, string | null, string | null>
    changed_at: Date
    changed_by: string | null
    replaced_at: Date
  }
  totp: {
    user_id: string
    secret: Buffer
    last_step: number
    since: Date
  }
  totp_enrolment: {
    user_id: string
    secret: Buffer
    expires_at: Date
  }
  unit: {
    data_id: string
    friendly_name: string
    description: Generated<string>
    image: Generated<string>
    active: Generated<boolean>
    last_activity_at: Date | null
    last_message: string | null
    current_lat: number | null
    current_lon: number | null
    located_at: Date | null
    default_template: string | null
    custom_template: string | null
    apps: Generated<string[]>
    paused_data: Generated<string[]>
    token_hash: Buffer
    connection_changed_at: Date | null
    created_at: Generated<Date>
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    size: Generated<string>
    service: Generated<string>
    raw_days: number | null
    summary_days: number | null
    event_tables_due: Generated<boolean>
    paused_sources: GeneratedAlways<string[]>
    deleted_at: number | null
    renamed_to: string | null
    last_door: string | null
    dev_eui: string | null
    imei: string | null
    /** Metres, for positions whose records say nothing about it; null: the usual one. */
    position_accuracy: number | null
  }
  unit_configuration: {
    version: number
    data_id: string
    action_class: string
    at: number
    configuration: string
  }
  unit_connection: {
    data_id: string
    server: string
  }
  unit_entity: {
    data_id: string
    entity_id: string
  }
  unit_job_item: {
    job_id: number
    place: number
    data_id: string
    given: ColumnType<unknown, string | null, string | null>
    result: string | null
    message: Generated<string>
    token_hash: Buffer | null
  }
  unit_label: {
    data_id: string
    label_id: string
  }
  unit_maintenance: {
    id: GeneratedAlways<number>
    data_id: string
    from_at: number
    to_at: number
    comment: string
    created_by: string | null
  }
  unit_moved: {
    data_id: string
  }
  webhook: {
    id: string
    entity_id: string
    name: string
    url: string
    kind: string
    secret: string
    active: Generated<boolean>
    failures: Generated<number>
    failing_since: Date | null
    next_try_at: Date | null
    last_error: string | null
    last_success_at: Date | null
    switched_off_at: Date | null
    created_by: string | null
    created_at: Date
    version: Generated<number>
    changed_at: Date | null
    changed_by: string | null
    left_out: Generated<boolean>
  }
}
