-- Drafts of dropped rosters, answers and columns belong to a school, and stand behind it.
select row_security_by_school('roster_draft');
select row_security_by_school('roster_answer');
select row_security_by_school('roster_column');
