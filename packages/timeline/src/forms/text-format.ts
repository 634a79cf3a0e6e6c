/** Whether a text has a format of the protocol. An unknown format is left to the author of the schema to check. */
export function isOfFormat(text: string, format: string): boolean {
  return FORMATS[format]?.(text) ?? true;
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  // Only what every address has: the proof is a mail that arrives.
  email: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
  date: isDate,
  "date-time": (text) => {
    const [, date, hour, minute, second] = DATE_TIME.exec(text) ?? [];
    // A minute may have a leap second.
    return isDate(date ?? "") && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  },
};

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // A thirtieth of February is read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
