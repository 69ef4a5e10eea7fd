export const texts = {
  'answers.calculation.uses': '{error} It uses: {equation}',
  'answers.calculation.under-name': '{error} under name: {name}',
  'answers.calculation.circle': 'A source cannot be calculated from itself: {sources}.',
  'answers.calculation.not-numeric': '“{name}” is not a numeric value of this unit.',
  'answers.calculation.used-by': 'Other sources are calculated from this one. Delete these first: {sources}.',
  'answers.import.cell': '{field}: {problem}',
} as const
