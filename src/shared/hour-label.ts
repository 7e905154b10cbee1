/** Names an hour of the day, from 0 to 24: '9 AM', '12 noon', '12 midnight'. */
export function hourLabel(hour: number): string {
  if (hour === 12) return '12 noon';
  if (hour % 24 === 0) return '12 midnight';
  return hour < 12 ? `${hour} AM` : `${hour - 12} PM`;
}
