export const privacyRequestsPath = '/dashboard/admin/privacy';
export const personPath = `${privacyRequestsPath}/person`;
