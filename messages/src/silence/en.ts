export const texts = {
  'silence.not-silent': 'The unit sends data as usual.',
  'silence.deactivated': 'The unit is deactivated. The portal refuses its data.',
  'silence.paused': 'All data collections of the unit are paused, so its data is not stored.',
  'silence.sim-suspended': 'Its SIM card {iccid} is suspended.',
  'silence.sim-inactive': 'Its SIM card {iccid} is inactive.',
  'silence.sim-quota': 'Its SIM card {iccid} has used up its data for this month.',
  'silence.sim-quota.session':
    'Its SIM card {iccid} has used up its data for this month. Its last session was {time} ago.',
  'silence.token-replaced':
    'Its token was replaced {time} ago, and the unit has not sent anything since. It may still use the old token.',
  'silence.refused': 'The portal refuses its messages, most recently {time} ago: {reason}',
  'silence.connected-silent': 'The unit is connected but sends nothing. Its sensors or its program may have stopped.',
  'silence.never-connected': 'The unit has not connected since it was added {time} ago.',
  'silence.nothing-sent': 'The unit has sent nothing for {time}. It may have no power or no network.',
  'silence.disconnected': 'The unit disconnected {time} ago. It may have no power or no network.',
  'silence.moment': 'less than a minute',
  'silence.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'silence.hours': '{count, plural, one {# hour} other {# hours}}',
  'silence.days': '{count, plural, one {# day} other {# days}}',
} as const
