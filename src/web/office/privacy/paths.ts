export const privacyRequestsPath = '/dashboard/admin/privacy';
export const privacyRequestPath = (id: string) => `${privacyRequestsPath}/${id}`;
export const personPath = `${privacyRequestsPath}/person`;
